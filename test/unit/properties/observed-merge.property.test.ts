import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { KindFacts } from "../../../src/core/facts.js";
import { isObject, type Json, type JsonObject, type KubeObject, textOf } from "../../../src/core/json.js";
import { mergePatch } from "../../../src/core/merge/patch.js";
import { decideOn, deepFreeze, explainOn, gateFor } from "../core/helper.js";
import { apiVersionOf, bytes, KINDS, nameOf, PATIENCE, runs, statedFrom, Tape } from "./arbitrary.js";
import { store } from "./server.js";

const NOTHINGS: readonly Json[] = [null, null, "", 0, false, [], {}];
/** What somebody else may set. */
const VALUES: readonly Json[] = ["theirs", 7, true, ["theirs"], [{ name: "theirs" }], { theirs: "1" }];

type Place = readonly string[];

/** Where a merge patch states a value: scalars, lists and null, those of labels and annotations too. */
function placesIn(value: Json | undefined, at: Place = []): Place[] {
  if (!isObject(value)) return value === undefined || at.length === 0 ? [] : [at];
  return Object.keys(value).flatMap((key) => {
    if (at.length === 0 && ["apiVersion", "kind", "status"].includes(key)) return [];
    if (at.length === 1 && at[0] === "metadata" && !["labels", "annotations"].includes(key)) return [];
    return placesIn(value[key], [...at, key]);
  });
}

function valueAt(value: Json | undefined, at: Place): Json | undefined {
  return at.reduce<Json | undefined>((found, key) => (isObject(found) ? found[key] : undefined), value);
}

/** A copy with another value at a place, and what it stands in. */
function withValue(value: Json | undefined, [key, ...rest]: Place, put: Json | undefined): Json | undefined {
  if (key === undefined) return put;
  const copy: Record<string, Json | undefined> = isObject(value) ? { ...value } : {};
  const made = withValue(copy[key], rest, put);
  if (made === undefined) delete copy[key];
  else copy[key] = made;
  return copy as JsonObject;
}

/** What a builder states, some of it by a zero, something empty or null; perhaps nothing else of its map. */
function statedBy(kind: KindFacts, from: Tape): JsonObject {
  let desired: Json = statedFrom(kind, from);
  for (let count = 1 + from.below(3); count > 0; count--) {
    const places = placesIn(desired);
    const at = from.pick([...places, ["metadata", "labels", "gone"], ["metadata", "annotations", "gone"]]);
    const inside = from.below(2) === 1 && at.length > 2 ? withValue(desired, at.slice(0, -1), {}) : desired;
    const of = at[0] === "metadata" ? null : from.pick(NOTHINGS);
    desired = withValue(inside, at, of) as JsonObject;
  }
  return desired as JsonObject;
}

/** What the server has of it, once it was merged into an object without any of that. */
function answerTo(kind: KindFacts, desired: JsonObject): JsonObject {
  const sent = mergePatch(undefined, desired) as JsonObject;
  const { labels, annotations, ...metadata } = sent.metadata as JsonObject;
  const maps = Object.entries({ labels, annotations }).filter(
    ([, map]) => isObject(map) && Object.keys(map).length > 0,
  );
  return { ...store(kind, sent), metadata: { ...metadata, uid: "1", ...Object.fromEntries(maps) } };
}

describe("by merge, a change at a place that desired states is no skip", { timeout: PATIENCE }, () => {
  test.each(KINDS.map((kind) => [nameOf(kind), kind] as const))("%s", (_name, kind) => {
    const gate = gateFor(
      { apiVersion: apiVersionOf(kind), kind: kind.kind },
      { strategy: "observed" },
      { mode: "merge" },
    );
    fc.assert(
      fc.property(bytes, bytes, (read, more) => {
        const desired = statedBy(kind, new Tape(read));
        const answer = answerTo(kind, desired);
        const from = new Tape(more);
        const at = from.pick(placesIn(desired));
        const text = at[0] === "metadata" || at[0] === "data";
        const put = text ? "theirs" : from.pick([...VALUES, undefined]);
        const [was, stated] = [valueAt(answer, at), valueAt(desired, at)];
        fc.pre(textOf(put ?? null) !== textOf(was ?? null));
        const live = withValue(answer, at, put) as JsonObject;
        deepFreeze([desired, answer, live]);
        const options = { observed: answer as KubeObject };
        const decision = decideOn(gate, desired, live, options);
        expect(decision.verdict, `${at.join(".")}: ${textOf(stated ?? null)}`).not.toBe("skip");
        expect(explainOn(gate, desired, live, options).verdict).toBe(decision.verdict);
        expect(decideOn(gate, desired, answer, options).verdict).not.toBe("write");
      }),
      runs(60),
    );
  });
});
