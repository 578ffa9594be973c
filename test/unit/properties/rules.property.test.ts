import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { KindFacts, ValueFacts } from "../../../src/core/facts.js";
import { isObject, type Json } from "../../../src/core/json.js";
import { decideOn, deepFreeze, explainOn, gateFor, type Settings } from "../core/helper.js";
import { bytes, KINDS, nameOf, PATIENCE, runs, statedFrom, Tape, typeOf } from "./arbitrary.js";
import { mutated } from "./mutate.js";
import { liveFrom } from "./server.js";
import { expectSettled } from "./settled.js";

/** A path of the kind, as rules spell it, and what stands there. */
interface Found {
  readonly path: string;
  readonly facts: ValueFacts;
}

function pathIn(kind: KindFacts, from: Tape): Found {
  let found: Found = { path: "", facts: { type: "struct", ref: kind.type } };
  for (let depth = 1 + from.below(6); depth > 0; depth--) {
    const next = stepBelow(found, from);
    if (next === undefined) break;
    found = next;
  }
  return found.path === "" ? { path: "spec", facts: { type: "any" } } : found;
}

function stepBelow({ path, facts }: Found, from: Tape): Found | undefined {
  if (facts.type === "struct") {
    const { fields } = typeOf(facts.ref);
    const names = Object.keys(fields).filter(
      (key) => path !== "" || !["apiVersion", "kind", "metadata", "status"].includes(key),
    );
    const key = from.pick(names);
    const field = fields[key];
    return field === undefined ? undefined : { path: path === "" ? key : `${path}.${key}`, facts: field };
  }
  if (facts.type === "map") {
    return { path: `${path}${from.pick(["[a]", "[example.com/*]", "[b]"])}`, facts: facts.of };
  }
  if (facts.type !== "list") return undefined;
  const key = facts.keys?.[0];
  const item = key === undefined ? "[*]" : from.pick(["[*]", `[${key}=item-0]`, `[${key}=8000]`]);
  return { path: `${path}${item}`, facts: facts.of };
}

function pathsIn(kind: KindFacts, from: Tape, most: number): string[] {
  const paths = new Set<string>();
  for (let count = from.below(most + 1); count > 0; count--) paths.add(pathIn(kind, from).path);
  return [...paths];
}

/** A list of the kind and a way to pair its items. */
function listIn(kind: KindFacts, from: Tape, claimed: readonly string[]): NonNullable<Settings["lists"]> {
  for (let tries = 0; tries < 4; tries++) {
    const { path, facts } = pathIn(kind, from);
    if (facts.type !== "list") continue;
    // Items that go, in a list of which some items only are ours, are a contradiction.
    const partly = claimed.some((field) => field.startsWith(`${path}[`));
    const foreign = from.pick(partly ? (["keep"] as const) : (["keep", "remove"] as const));
    if (facts.of.type !== "struct") return [{ path, set: true, foreign }];
    const { fields } = typeOf(facts.of.ref);
    const scalar = Object.keys(fields).filter(
      (key) => fields[key]?.type === "string" && fields[key]?.when === undefined,
    );
    const keys = facts.keys ?? scalar.slice(0, 1);
    return keys.length === 0 ? [] : [{ path, keys: [...keys], foreign }];
  }
  return [];
}

function ruleFor(kind: KindFacts, from: Tape): Settings {
  const fields = pathsIn(kind, from, 2);
  return {
    strategy: from.pick(["exact", "derivative", "hash"] as const),
    ...(fields.length > 0 && {
      fields: fields.map((path) =>
        from.below(2) === 0 ? path : { path, strategy: from.pick(["exact", "derivative"] as const) },
      ),
    }),
    ignore: pathsIn(kind, from, 2),
    once: pathsIn(kind, from, 1),
    lists: listIn(kind, from, fields),
  };
}

describe("under any rule the payload settles the difference", { timeout: PATIENCE }, () => {
  test.each(KINDS.map((kind) => [nameOf(kind), kind] as const))("%s", (_name, kind) => {
    fc.assert(
      fc.property(bytes, bytes, bytes, (one, other, read) => {
        const from = new Tape(read);
        const rule = ruleFor(kind, from);
        const before = statedFrom(kind, new Tape(one));
        const live = deepFreeze(liveFrom(kind, before));
        const gate = gateFor(before, rule);
        expectSettled(kind, gate, deepFreeze(mutated(before, from)), live);
        expectSettled(kind, gate, deepFreeze(statedFrom(kind, new Tape(other))), live);
      }),
      runs(20),
    );
  });
});

describe("a rule that says that fields must be gone, or are immutable, never makes decide throw", {
  timeout: PATIENCE,
}, () => {
  test.each(KINDS.map((kind) => [nameOf(kind), kind] as const))("%s", (_name, kind) => {
    fc.assert(
      fc.property(bytes, bytes, bytes, (one, other, read) => {
        const from = new Tape(read);
        const settings = {
          ...ruleFor(kind, from),
          absent: pathsIn(kind, from, 2),
          immutable: pathsIn(kind, from, 2),
          atLeast: pathsIn(kind, from, 2),
        };
        const live = deepFreeze(liveFrom(kind, statedFrom(kind, new Tape(one))));
        const desired = deepFreeze(statedFrom(kind, new Tape(other)));
        const gate = gateFor(desired, settings);
        const decision = decideOn(gate, desired, live);
        expect(explainOn(gate, desired, live).verdict).toBe(decision.verdict);
        if (decision.verdict === "write") expect(isObject(decision.payload())).toBe(true);
      }),
      runs(10),
    );
  });
});

describe("an ignored path is live's in every payload", { timeout: PATIENCE }, () => {
  test.each(KINDS.map((kind) => [nameOf(kind), kind] as const))("%s", (_name, kind) => {
    fc.assert(
      fc.property(bytes, bytes, bytes, (one, other, read) => {
        const from = new Tape(read);
        const keys = Object.keys(typeOf(kind.type).fields).filter(
          (key) => !["apiVersion", "kind", "metadata"].includes(key),
        );
        const top = from.pick(keys);
        const live = deepFreeze(liveFrom(kind, statedFrom(kind, new Tape(one))));
        const desired = deepFreeze(statedFrom(kind, new Tape(other)));
        const inner = memberOf(live[top], from);
        const path = inner === undefined ? top : `${top}["${inner}"]`;
        const decision = decideOn(gateFor(desired, { strategy: "exact", ignore: [path] }), desired, live);
        if (decision.verdict !== "write" || (top === "status" && kind.statusSubresource)) return;
        const payload = decision.payload();
        expect(inner === undefined ? payload[top] : memberAt(payload[top], inner)).toEqual(
          inner === undefined ? live[top] : memberAt(live[top], inner),
        );
      }),
      runs(10),
    );
  });
});

function memberOf(value: Json | undefined, from: Tape): string | undefined {
  return isObject(value) && Object.keys(value).length > 0 ? from.pick(Object.keys(value)) : undefined;
}

function memberAt(value: Json | undefined, key: string): Json | undefined {
  return isObject(value) ? value[key] : undefined;
}
