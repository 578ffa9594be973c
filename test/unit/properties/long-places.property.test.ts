import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Decision, Mode } from "../../../src/core/decision.js";
import type { JsonObject } from "../../../src/core/json.js";
import { bundledRules } from "../../../src/rules/bundled.js";
import { compileRules } from "../../../src/rules/compile.js";
import { createGate } from "../../../src/rules/gate.js";
import type { FactData, RuleLiteral } from "../../../src/rules/set.js";

/** As many items as make a list long. */
const PADDING = 40;
const isPadding = (item: unknown): boolean => JSON.stringify(item).includes("padding");

/** What is decided, less what is there only to make lists long. */
function shown(decision: Decision<JsonObject>): unknown {
  const { verdict } = decision;
  const changes = "changes" in decision ? decision.changes.map(({ path, reason }) => [path, reason]) : [];
  const payload = "payload" in decision ? decision.payload() : undefined;
  return JSON.parse(
    JSON.stringify({ verdict, changes, payload }, (key, value) =>
      key === "managedFields"
        ? undefined
        : Array.isArray(value)
          ? value.filter((item) => !isPadding(item))
          : value,
    ),
  );
}

const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });
/** A short list has padding too: one without items is another thing. */
const padded = <T>(
  items: readonly T[],
  of: (index: number) => T,
  first: boolean,
  long: boolean,
): readonly T[] => {
  const padding = Array.from({ length: long ? PADDING : 1 }, (_, index) => of(index));
  return first ? [...padding, ...items] : [...items, ...padding];
};

describe("places in a long list are stated as in a short one", () => {
  interface Item {
    readonly name: string;
    readonly zone?: string | undefined;
    readonly value?: string | undefined;
    readonly size?: string | undefined;
    readonly enabled?: boolean | undefined;
  }
  const FACTS: FactData = {
    kinds: [
      {
        group: "example.com",
        version: "v1",
        kind: "Wide",
        type: "example/v1.Wide",
        namespaced: true,
        statusSubresource: false,
      },
    ],
    types: {
      "example/v1.Wide": { fields: { spec: { type: "struct", ref: "example/v1.WideSpec" } } },
      "example/v1.WideSpec": {
        fields: {
          keyed: {
            type: "list",
            list: "keyed",
            keys: ["name", "zone"],
            of: { type: "struct", ref: "example/v1.WideItem" },
          },
        },
      },
      "example/v1.WideItem": {
        fields: {
          name: { type: "string" },
          zone: { type: "string", default: "a" },
          value: { type: "string" },
          size: { type: "quantity" },
          enabled: { type: "boolean", default: true },
        },
      },
    },
  };
  const RULES: readonly Partial<RuleLiteral>[] = [
    { ignore: ["spec.keyed[*].value"] },
    { ignore: ["spec.keyed[name=b*]"] },
    { release: ["spec.keyed[*].value"] },
    { once: ["spec.keyed[*].value"] },
    { once: ["spec.keyed[name=a]"] },
    { absent: ["spec.keyed[*].value"] },
    { atLeast: ["spec.keyed[*].size"] },
    { immutable: ["spec.keyed"] },
    { immutable: ["spec.keyed[*].value"] },
    { incidental: ["spec.keyed[*].value"] },
    { strategy: "observed" },
    { strategy: "unconditional", immutable: ["spec.keyed"] },
  ];
  const one: fc.Arbitrary<Item> = fc.record({
    name: fc.constantFrom("a", "b", "b<", "c"),
    zone: maybe(fc.constantFrom("a", "z")),
    value: maybe(fc.constantFrom("x", "y")),
    size: maybe(fc.constantFrom("1", "2")),
    enabled: maybe(fc.boolean()),
  });
  const keyOf = ({ name, zone = "a" }: Item): string => `k:${JSON.stringify({ name, zone })}`;
  const items = fc.uniqueArray(one, { maxLength: 6, selector: keyOf });
  const padding = (index: number): Item => ({ name: `padding-${index}`, zone: "a", enabled: true });
  const wide = (keyed: readonly Item[], metadata: JsonObject = {}): JsonObject =>
    JSON.parse(
      JSON.stringify({
        apiVersion: "example.com/v1",
        kind: "Wide",
        metadata: { name: "demo", namespace: "default", ...metadata },
        spec: { keyed },
      }),
    );
  const applied = (keyed: readonly Item[]): JsonObject => ({
    manager: "me",
    operation: "Apply",
    apiVersion: "example.com/v1",
    fieldsType: "FieldsV1",
    fieldsV1: {
      "f:spec": {
        "f:keyed": Object.fromEntries(
          keyed.map((item) => {
            const fields = Object.entries(item).flatMap(([key, value]) =>
              value === undefined ? [] : [[`f:${key}`, {}]],
            );
            return [keyOf(item).replaceAll("<", "\\u003c"), { ".": {}, ...Object.fromEntries(fields) }];
          }),
        ),
      },
    },
  });

  test.each(RULES)("%j", (settings) => {
    const rule = { group: "example.com", kind: "Wide", strategy: "exact" as const, ...settings };
    const rules = compileRules([{ name: "test", facts: FACTS, rules: [rule] }]);
    const gates = (["apply", "replace"] as const).map((mode) =>
      createGate({ mode, rules, fieldManager: "me" }),
    );
    fc.assert(
      fc.property(items, items, items, items, fc.boolean(), (stated, there, own, answered, first) => {
        const of = (list: readonly Item[], long: boolean) => padded(list, padding, first, long);
        for (const gate of gates) {
          const decided = (long: boolean): unknown => {
            const live = wide(of(there, long), { uid: "1", managedFields: [applied(of(own, long))] });
            const observed = wide(of(answered, long), { uid: "1" });
            return shown(gate.decide<JsonObject>(wide(of(stated, long)), live, { observed }));
          };
          expect(decided(true)).toEqual(decided(false));
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe("node ports are carried in a long list as in a short one", () => {
  const name = fc.constantFrom("a", "b", "c");
  const port = fc.record({
    name: maybe(name),
    port: fc.integer({ min: 1, max: 4 }),
    nodePort: maybe(fc.integer({ min: 30000, max: 30003 })),
  });
  const ports = fc.uniqueArray(port, { maxLength: 5, selector: (each) => each.port });
  const padding = (index: number) => ({
    name: `padding-${index}`,
    port: 100 + index,
    nodePort: 31000 + index,
  });
  test.each(["apply", "replace"] as const satisfies readonly Mode[])("%s", (mode) => {
    const gate = createGate({ mode, rules: compileRules([bundledRules]), fieldManager: "me" });
    const service = (list: readonly object[]): JsonObject =>
      JSON.parse(
        JSON.stringify({
          apiVersion: "v1",
          kind: "Service",
          metadata: { name: "demo", namespace: "default" },
          spec: { type: "NodePort", ports: list },
        }),
      );
    fc.assert(
      fc.property(ports, ports, fc.boolean(), (stated, there, first) => {
        const decided = (long: boolean): unknown => {
          const of = (list: readonly { readonly port: number }[]) => padded(list, padding, first, long);
          const live = of(there).map((each) => ({ protocol: "TCP", targetPort: each.port, ...each }));
          return shown(gate.decide<JsonObject>(service(of(stated)), service(live)));
        };
        expect(decided(true)).toEqual(decided(false));
      }),
    );
  });

  test("what is known of a list is forgotten: it may be another when it is decided on again", () => {
    const gate = createGate({ rules: compileRules([bundledRules]) });
    const live = Array.from({ length: PADDING }, (_, index) => ({ ...padding(index), protocol: "TCP" }));
    const stated = live.map(({ nodePort: _, ...each }) => each);
    const spec = { type: "NodePort", externalTrafficPolicy: "Cluster" };
    const of = (ports: readonly object[]): JsonObject =>
      JSON.parse(
        JSON.stringify({
          apiVersion: "v1",
          kind: "Service",
          metadata: { name: "demo", namespace: "default" },
          spec: { ...spec, ports: ports.map((each) => ({ targetPort: 80, ...each })) },
        }),
      );
    const [desired, there] = [of(stated), of(live)];
    expect(gate.decide<JsonObject>(desired, there).verdict).toBe("skip");
    const [port] = (desired.spec as { ports: { name: string }[] }).ports;
    if (port !== undefined) port.name = "renamed";
    const [other] = (there.spec as { ports: { name: string }[] }).ports;
    if (other !== undefined) other.name = "renamed";
    expect(gate.decide<JsonObject>(desired, there).verdict).toBe("skip");
  });
});
