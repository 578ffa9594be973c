import type { Decision } from "../../../src/core/decision.js";
import { UsageError } from "../../../src/core/errors.js";
import { isList, isObject, type Json, type JsonObject } from "../../../src/core/json.js";
import { changesOf } from "../core/helper.js";
import type { Tape } from "./arbitrary.js";
import { reordered } from "./mutate.js";

/** Values that a place may come to hold, of every type. */
const OTHERS: readonly Json[] = [
  null,
  {},
  [],
  "",
  0,
  false,
  true,
  1,
  "x",
  "1",
  [{}],
  { a: 1 },
  ["a"],
  { 0: "a" },
];

/** The object with one place changed, metadata and all: what an editor, another writer or a broken cache might have done. */
export function changedAnywhere(of: JsonObject, from: Tape): JsonObject {
  if (from.below(8) === 7) return reordered(of, from);
  return changed(of, from, 0) as JsonObject;
}

/** Chooses a place on its way down: every place of the value may be the one. */
function changed(value: Json, from: Tape, depth: number): Json | undefined {
  if (isList(value) && value.length > 0 && from.below(6) > 0) {
    const at = from.below(value.length);
    const item = changed(value[at] as Json, from, depth + 1);
    const after: (Json | undefined)[] = [...value];
    after[at] = item;
    return after.filter((each) => each !== undefined);
  }
  if (isObject(value) && Object.keys(value).length > 0 && (depth === 0 || from.below(8) > 0)) {
    const key = from.pick(Object.keys(value));
    if (depth === 0 && (key === "apiVersion" || key === "kind")) return value;
    const member = changed(value[key] as Json, from, depth + 1);
    const copy: Record<string, Json | undefined> = { ...value, [key]: member };
    if (member === undefined) delete copy[key];
    return copy as JsonObject;
  }
  return other(value, from);
}

function other(value: Json, from: Tape): Json | undefined {
  switch (from.below(6)) {
    case 0:
      return undefined;
    case 1:
      if (isList(value)) return from.below(2) === 0 ? [...value].reverse() : [...value, ...value.slice(0, 1)];
      if (isObject(value)) return { ...value, extra: "x" };
      return typeof value === "number" ? value + 1 : `${String(value)}x`;
    case 2:
      if (isList(value)) return Object.fromEntries(value.map((item, at) => [at, item]));
      return isObject(value) ? Object.values(value).filter((each) => each !== undefined) : [value];
    default:
      return from.pick(OTHERS);
  }
}

/** What a decision comes to: its verdict, its reason and its changes, or the code of its error. */
export function outcomeOf(decide: () => Decision<JsonObject>): unknown {
  try {
    const decision = decide();
    return [decision.verdict, decision.strategy, decision.reason, changesOf(decision)];
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return ["throws", error.code];
  }
}
