import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../src/core/json.js";
import type { ListRule } from "../../../src/generated/rule.js";
import { bundledRules } from "../../../src/rules/bundled.js";
import { compileRules } from "../../../src/rules/compile.js";
import { createGate } from "../../../src/rules/gate.js";

/** As many items as make a list long; both sides have them. */
const PADDING = 40;

interface Case {
  readonly name: string;
  readonly kind: readonly [group: string, version: string, kind: string];
  readonly spec: (items: readonly Json[]) => JsonObject;
  readonly list: ListRule;
  readonly item: fc.Arbitrary<Json>;
  readonly padding: (index: number) => Json;
}

const maybe = (key: string, ...values: readonly Json[]): fc.Arbitrary<JsonObject> =>
  fc.option(fc.constantFrom(...values), { nil: undefined }).map((value) => ({ [key]: value }));

const all = (...parts: readonly fc.Arbitrary<JsonObject>[]): fc.Arbitrary<Json> =>
  fc.tuple(...parts).map((found) => JSON.parse(JSON.stringify(Object.assign({}, ...found))));

/** Few values, so that items are often one with others, by a default too. */
const port = all(maybe("port", 80, 443, "web"), maybe("protocol", "TCP", "UDP"), maybe("endPort", 90));
const peer = all(
  maybe("podSelector", {}, { matchLabels: { app: "a" } }, { matchExpressions: [] }),
  maybe("namespaceSelector", {}, { matchLabels: { app: "b", tier: "c" } }),
);
const free = all(maybe("a", 1, "1", null, [], {}), maybe("b", { c: [1, 2] }, { c: [2, 1] }));

const policy = ["networking.k8s.io", "v1", "NetworkPolicy"] as const;
const ingress = (rule: JsonObject): JsonObject => ({ podSelector: {}, ingress: [rule] });

const CASES: readonly Case[] = [
  {
    name: "structs with defaults, as a set",
    kind: policy,
    spec: (ports) => ingress({ ports }),
    list: { path: "spec.ingress[*].ports", set: true },
    item: port,
    padding: (index) => ({ protocol: "TCP", port: 1000 + index }),
  },
  {
    name: "nested structs, as a set",
    kind: policy,
    spec: (from) => ingress({ from }),
    list: { path: "spec.ingress[*].from", set: true },
    item: peer,
    padding: (index) => ({ podSelector: { matchLabels: { app: `app-${index}` } } }),
  },
  {
    name: "structs by two keys",
    kind: policy,
    spec: (ports) => ingress({ ports }),
    list: { path: "spec.ingress[*].ports", keys: ["port", "protocol"] },
    item: port,
    padding: (index) => ({ protocol: "TCP", port: 1000 + index }),
  },
  {
    name: "plain JSON, as a set",
    kind: ["example.com", "v1", "Free"],
    spec: (items) => ({ items }),
    list: { path: "spec.items", set: true },
    item: fc.oneof(free, fc.constantFrom<Json>("a", "b", 1, null)),
    padding: (index) => ({ a: `padding ${index}` }),
  },
  {
    name: "plain JSON by a key",
    kind: ["example.com", "v1", "Free"],
    spec: (items) => ({ items }),
    list: { path: "spec.items", keys: ["a"] },
    item: free,
    padding: (index) => ({ a: `padding ${index}` }),
  },
];

/** The verdict, and the list that a write would leave, without what is there only to make it long. */
function decided({ kind: [group, version, kind], spec, list }: Case, strategy: "exact" | "derivative") {
  const rule = { group, kind, strategy, lists: [list] };
  const gate = createGate({ rules: compileRules([bundledRules, { rules: [rule] }]) });
  return (desired: readonly Json[], live: readonly Json[], padding: readonly Json[]) => {
    const of = (items: readonly Json[]) => ({
      apiVersion: `${group}/${version}`,
      kind,
      metadata: { name: "demo", namespace: "default" },
      spec: spec([...items, ...padding]),
    });
    const decision = gate.decide<JsonObject>(of(desired), of(live));
    if (decision.verdict !== "write") return { verdict: decision.verdict };
    const texts = new Set(padding.map((item) => JSON.stringify(item)));
    const left = JSON.stringify(decision.payload().spec, (_key, value) =>
      Array.isArray(value) ? value.filter((item) => !texts.has(JSON.stringify(item))) : value,
    );
    return { verdict: "write", left };
  };
}

describe.each(CASES)("$name: a long list is decided as a short one", (shown) => {
  const padding = Array.from({ length: PADDING }, (_, index) => shown.padding(index));
  const items = fc.array(shown.item, { maxLength: 6 });
  // Under derivative an item of a set pairs with any that has more, and so with what makes the list long.
  const strategies = shown.list.set === true ? (["exact"] as const) : (["exact", "derivative"] as const);
  test.each(strategies)("%s", (strategy) => {
    const decide = decided(shown, strategy);
    fc.assert(
      fc.property(items, items, fc.boolean(), (some, others, shuffled) => {
        const [desired, live] = shuffled ? [some, some.toReversed()] : [some, others];
        expect(decide(desired, live, padding)).toEqual(decide(desired, live, []));
      }),
    );
  });
});
