import { concealed } from "../../core/decide/shown.js";
import type { Shown } from "../../core/decision.js";
import type { FactSource } from "../../core/facts.js";
import type { JsonObject } from "../../core/json.js";
import { Sensitive } from "../../core/sensitive.js";
import { secretDigest } from "../../rules/digest.js";
import { entriesOf } from "../port/managed-fields.js";
import { differencesOf } from "./differences.js";
import type { Difference, Step } from "./effect.js";
import { type FactsAt, factsAt } from "./facts-at.js";
import { isSameValue } from "./items.js";
import { managersOf } from "./maker.js";
import { Sameness } from "./same.js";
import { unstoredOf } from "./unstored.js";

/**
 * Says what an update was, beside the version before it. Both are wire JSON of one object, as the server sent it. `isSensitive`: it is known from
 * elsewhere to hold secrets, whatever it says that it is.
 */
export type CompareVersions = (before: JsonObject, after: JsonObject, isSensitive?: boolean) => Step;

/** @param facts of the rule sets in use, `rules.facts`, or the bundled ones */
export function versionComparer(facts: FactSource): CompareVersions {
  const kinds = new Map<string, Kind>();
  let sameness = new Sameness(facts);
  return (before, after, isSensitive = false) => {
    const { apiVersion, kind } = after;
    const key = `${String(apiVersion)} ${String(kind)}`;
    let of = kinds.get(key);
    if (of === undefined) {
      if (kinds.size >= KINDS) {
        kinds.clear();
        sameness = new Sameness(facts);
      }
      of = kindOf(facts, String(apiVersion), String(kind));
      kinds.set(key, of);
    }
    return compared(before, after, isSensitive ? { ...of, isSensitive } : of, sameness);
  };
}

/** Remembered at once. */
const KINDS = 1000;

interface Kind {
  readonly facts: FactsAt;
  readonly isSensitive: boolean;
}

function kindOf(facts: FactSource, apiVersion: string, kind: string): Kind {
  const at = factsAt(facts, apiVersion, kind);
  return { facts: at, isSensitive: kind === "Secret" || at.isSensitive };
}

function compared(before: JsonObject, after: JsonObject, kind: Kind, sameness: Sameness): Step {
  const paths = differences(before, after, kind);
  if (paths === undefined) return { effect: "change", paths: [], managers: [], unstored: [] };
  const managers = managersOf(before, after, paths);
  const [manager] = managers;
  if (paths.length === 0) {
    const unstored = manager === undefined ? kind.facts.listsWithout(after) : unstoredOf(after, manager);
    return {
      effect: isSameOwnership(before, after) ? "nothing" : "managed-fields",
      paths,
      managers,
      unstored,
    };
  }
  const effect = effectOf(before, after, paths, sameness);
  return { effect, paths: kind.isSensitive ? paths.map(withoutValues) : paths, managers, unstored: [] };
}

function effectOf(
  before: JsonObject,
  after: JsonObject,
  paths: readonly Difference[],
  sameness: Sameness,
): Step["effect"] {
  if (paths.every(({ time }) => time === true)) return "times";
  // Told without asking the gate.
  if (paths.some(({ plain, time }) => plain === true && time !== true)) return "change";
  return sameness.isSame(before, after) ? "respelling" : "change";
}

/** undefined where they are nested too deep to be walked. */
function differences(before: JsonObject, after: JsonObject, kind: Kind): readonly Difference[] | undefined {
  try {
    return differencesOf(before, after, kind.facts);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function isSameOwnership(before: JsonObject, after: JsonObject): boolean {
  return isSameValue(entriesOf(before), entriesOf(after));
}

/** Annotations besides: kubectl keeps a copy of the whole object in one. */
function withoutValues({ before, after, ...rest }: Difference): Difference {
  return {
    ...rest,
    ...(before !== undefined && { before: hidden(before) }),
    ...(after !== undefined && { after: hidden(after) }),
  };
}

function hidden(value: Shown): Sensitive {
  return value instanceof Sensitive ? value : concealed(value, secretDigest);
}
