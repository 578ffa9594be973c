import type { ConditionalPath, FactCondition } from "../../../core/facts.js";
import { formatPath, type Segment } from "../../../core/path.js";
import type { Schema } from "../schema.js";
import type { Literal } from "./expression.js";
import { keyedLists } from "./reordering.js";

/** What all rules together refuse to do with one field. */
export interface Protection {
  readonly path: readonly string[];
  readonly schema: Schema;
  /** It is there wherever the object is. */
  readonly present: boolean;
  readonly any: boolean;
  readonly lowering: boolean;
  readonly raising: boolean;
  /** Another value in place of one of these. */
  readonly from: readonly Literal[];
  /** Taking it away, while what holds it stays. */
  readonly removal: boolean;
  /** A first value, while what holds it is there. */
  readonly addition: boolean;
}

const SOURCE = "x-kubernetes-validations";

/** The facts of what cannot be changed. */
export function immutableEntries(protection: Protection): readonly ConditionalPath[] {
  const { path, schema, present, removal, addition } = protection;
  const at = formatPath(keysOf(path));
  const stated = removal ? {} : { stated: true as const };
  const entry = (when: ConditionalPath["when"]): ConditionalPath =>
    when === undefined ? { path: at, source: SOURCE } : { path: at, when, ...stated, source: SOURCE };
  const entries = conditionsOf(protection, at, present).map(entry);
  if (!addition || path.length < 2) return entries;
  const parent = formatPath(keysOf(path.slice(0, -1)));
  const isLeft = entry([
    { path: parent, exists: true },
    { path: at, exists: false },
  ]);
  const canBeEmpty = schema.type === "object" || schema.type === "array";
  return [...entries, canBeEmpty ? { ...isLeft, empty: true } : isLeft];
}

function conditionsOf(
  { any, lowering, raising, from }: Protection,
  at: string,
  present: boolean,
): readonly (FactCondition | undefined)[] {
  if (any || lowering || raising) return [present ? undefined : { path: at, exists: true }];
  return from.map((value) => ({ path: at, equals: value }));
}

/** A number may go one way; and items that have keys may change places, which CEL takes for the same list. */
export function mutableEntries({
  path,
  schema,
  any,
  lowering,
  raising,
  from,
}: Protection): readonly ConditionalPath[] {
  const at = formatPath(keysOf(path));
  if (any || from.length > 0)
    return keyedLists(schema, keysOf(path)).map((list) => ({
      path: list,
      only: "reordering",
      source: SOURCE,
    }));
  if (lowering === raising) return [];
  return [{ path: at, only: lowering ? "raising" : "lowering", source: SOURCE }];
}

export function keysOf(path: readonly string[]): readonly Segment[] {
  return path.map((key) => ({ kind: "key", key }));
}
