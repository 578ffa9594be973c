import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isList, isObject, type Json, type JsonObject } from "../../../src/core/json.js";
import {
  configMap,
  custom,
  decideOn,
  deepFreeze,
  EXACT,
  explainOn,
  gateFor,
  settle,
} from "../core/helper.js";
import { apiVersionOf, bytes, KINDS, nameOf, PATIENCE, runs, statedFrom, Tape } from "./arbitrary.js";
import { liveFrom } from "./server.js";

const HOSTILE = [
  "__proto__",
  "constructor",
  "toString",
  "valueOf",
  "hasOwnProperty",
  "prototype",
  "toJSON",
  "length",
];

/** JSON with keys that every object seems to have; parsed, so that `__proto__` is a member. */
const json: fc.Arbitrary<Json> = fc
  .letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constantFrom("1", "2", "null", '"a"', '"b"', "true", "[]", "{}"),
      fc.array(tie("value"), { maxLength: 3 }).map((items) => `[${items.join()}]`),
      fc
        .uniqueArray(fc.tuple(fc.constantFrom(...HOSTILE, "a", "b"), tie("value")), {
          maxLength: 4,
          selector: ([key]) => key,
        })
        .map((members) => `{${members.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join()}}`),
    ),
  }))
  .value.map((text) => JSON.parse(text) as Json);

/** Whether two values are the same JSON, told by their own members only. */
function same(a: Json | undefined, b: Json | undefined): boolean {
  if (isList(a) && isList(b)) return a.length === b.length && a.every((item, index) => same(item, b[index]));
  if (!isObject(a) || !isObject(b)) return a === b;
  const [left, right] = [new Map(Object.entries(a)), new Map(Object.entries(b))];
  return (
    left.size === right.size &&
    [...left].every(([key, value]) => right.has(key) && same(value, right.get(key)))
  );
}

describe("keys that every object seems to have", { timeout: PATIENCE }, () => {
  test("an untyped object is skipped exactly where it is the same", () => {
    const gate = gateFor(custom({}), EXACT);
    fc.assert(
      fc.property(json, json, fc.boolean(), (one, another, twice) => {
        const desired = custom({ value: deepFreeze(one) });
        const live = custom({ value: twice ? deepFreeze(copied(one)) : another });
        const decision = decideOn(gate, desired, live);
        expect(decision.verdict).toBe(same(desired.spec, live.spec) ? "skip" : "write");
        expect(explainOn(gate, desired, live).verdict).toBe(decision.verdict);
        if (decision.verdict !== "write") return;
        const payload = decision.payload();
        expect(same(payload.spec, desired.spec)).toBe(true);
        expect(decideOn(gate, desired, settle(payload, live)).verdict).toBe("skip");
      }),
      runs(2000),
    );
  });

  test("a map of texts is skipped exactly where it is the same", () => {
    const gate = gateFor(configMap({}), EXACT);
    const data = fc
      .uniqueArray(fc.tuple(fc.constantFrom(...HOSTILE, "a"), fc.constantFrom("1", "2")), {
        selector: ([key]) => key,
      })
      .map((members) => Object.fromEntries(members) as JsonObject);
    fc.assert(
      fc.property(data, data, data, data, (d, l, labels, foreign) => {
        const desired = deepFreeze(configMap({ data: d }, { labels }));
        const live = deepFreeze(configMap({ data: l }, { labels: foreign }));
        const decision = decideOn(gate, desired, live);
        const held = new Map(Object.entries(foreign));
        const labelled = Object.entries(labels).every(([key, value]) => held.get(key) === value);
        expect(decision.verdict).toBe(same(d, l) && labelled ? "skip" : "write");
        if (decision.verdict !== "write") return;
        const payload = decision.payload();
        expect(same(payload.data ?? {}, d)).toBe(true);
        expect(decideOn(gate, desired, payload).verdict).toBe("skip");
      }),
      runs(1000),
    );
  });

  test.each(KINDS.map((kind) => [nameOf(kind), kind] as const))("anywhere in %s", (_name, kind) => {
    const gate = gateFor({ apiVersion: apiVersionOf(kind), kind: kind.kind }, EXACT);
    fc.assert(
      fc.property(bytes, bytes, json, (one, read, value) => {
        const from = new Tape(read);
        const before = statedFrom(kind, new Tape(one));
        const desired = deepFreeze(infested(before, from, value) as JsonObject);
        const live = deepFreeze(infested(liveFrom(kind, before), from, value) as JsonObject);
        const decision = decideOn(gate, desired, live);
        expect(explainOn(gate, desired, live).verdict).toBe(decision.verdict);
        expect(Object.prototype).not.toHaveProperty("polluted");
        if (decision.verdict === "write") expect(isObject(decision.payload())).toBe(true);
      }),
      runs(15),
    );
  });
});

function copied(value: Json): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}

/** The value with hostile members put here and there. */
function infested(value: Json | undefined, from: Tape, put: Json): Json | undefined {
  if (isList(value)) return value.map((item) => infested(item, from, put) as Json);
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([key, item]) => [key, infested(item, from, put)] as const);
  if (from.below(3) !== 1) return Object.fromEntries(members) as JsonObject;
  return Object.fromEntries([...members, [from.pick(HOSTILE), put]]) as JsonObject;
}
