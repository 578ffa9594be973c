import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../src/core/json.js";
import { EDITS } from "../../../../src/rules/learn/evidence/edits.js";
import { valueAt } from "../../../../src/rules/learn/evidence/steps.js";
import { otherValue, respelt } from "../../../../src/rules/learn/evidence/values.js";
import { variantsOf } from "../../../../src/rules/learn/evidence/variants.js";

const desired: JsonObject = {
  apiVersion: "example.com/v1",
  kind: "Widget",
  metadata: { name: "w", labels: { a: "b" } },
  spec: { size: 2, memory: "1Gi", on: true, hosts: ["a", "b"], items: [{ name: "x", v: 1 }] },
  status: { ready: true },
};
const live: JsonObject = { ...desired, spec: { ...(desired.spec as JsonObject), tier: "gold" } };

const all = variantsOf(desired, { live, limit: 1000, seed: "s" });
const rows = all.chosen.map(({ edit, path }) => `${edit} ${path}`.trim());

describe("variantsOf", () => {
  it("changes every value and removes every key, but for what makes another object of it", () => {
    expect(rows).toEqual([
      "unchanged",
      "removed spec",
      "removed spec.size",
      "changed spec.size",
      "removed spec.memory",
      "changed spec.memory",
      "respelt spec.memory",
      "removed spec.on",
      "changed spec.on",
      "removed spec.hosts",
      "first-removed spec.hosts",
      "item-added spec.hosts",
      "last-removed spec.hosts",
      "swapped spec.hosts",
      "changed spec.hosts[0]",
      "changed spec.hosts[1]",
      "removed spec.items",
      "first-removed spec.items",
      "item-added spec.items",
      "removed spec.items[name=x].name",
      "changed spec.items[name=x].name",
      "removed spec.items[name=x].v",
      "changed spec.items[name=x].v",
      "removed metadata.labels",
      "removed metadata.labels.a",
      "changed metadata.labels.a",
      "added metadata.labels.churngate-evidence",
      "added metadata.annotations.churngate-evidence",
      "stated spec.tier",
    ]);
  });

  it("adds what a rollout restart writes to a template", () => {
    const workload = { ...desired, spec: { template: { spec: { x: 1 } } } };
    const { chosen } = variantsOf(workload, { live: undefined, limit: 1000, seed: "s" });
    expect(chosen.map(({ path }) => path)).toContain(
      "spec.template.metadata.annotations[kubectl.kubernetes.io/restartedAt]",
    );
  });

  it("chooses of each edit as many as of the others, the same ones for the same seed", () => {
    const some = variantsOf(desired, { live, limit: 10, seed: "s" });
    expect(some.known).toBe(28);
    expect(some.chosen).toHaveLength(11);
    const edits = new Set(some.chosen.map(({ edit }) => edit));
    expect(edits).toEqual(new Set(["unchanged", ...EDITS]));
    expect(variantsOf(desired, { live, limit: 10, seed: "s" })).toEqual(some);
    expect(variantsOf(desired, { live, limit: 10, seed: "t" })).not.toEqual(some);
  });

  it("neither changes desired nor trips over hostile keys", () => {
    const hostile: JsonObject = JSON.parse(
      '{"kind":"K","apiVersion":"v1","metadata":{"name":"h"},"data":{"__proto__":"a","constructor":"b","toString":null}}',
    );
    const before = JSON.stringify(hostile);
    const { chosen } = variantsOf(hostile, { live: hostile, limit: 1000, seed: "s" });
    expect(JSON.stringify(hostile)).toBe(before);
    expect(chosen.map(({ edit, path }) => `${edit} ${path}`)).toContain("changed data.__proto__");
    for (const { object } of chosen)
      expect(Object.getPrototypeOf(valueAt(object, ["data"]) ?? {})).toBe(Object.prototype);
  });

  it("takes thousands of values", () => {
    const data = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, "v"]));
    const large = { ...desired, spec: undefined, data };
    const { known, chosen } = variantsOf(large, { live: undefined, limit: 50, seed: "s" });
    expect(known).toBeGreaterThan(40_000);
    expect(chosen).toHaveLength(51);
  });
});

describe("otherValue", () => {
  it.each([
    [true, false],
    [3, 4],
    [9007199254740993n, 9007199254740994n],
    ["100m", "101m"],
    ["1Gi", "2Gi"],
    ["80%", "81%"],
    ["nginx:1.29", "nginx:1.29-x"],
    ["", "x"],
    ["aHVudGVyMg==", "eA=="],
    ["eA==", "eA==-x"],
    [null, undefined],
    [{}, undefined],
  ])("%s: %s", (value, other) => {
    expect(otherValue(value)).toEqual(other);
  });
});

describe("respelt", () => {
  it.each([
    ["1Gi", "1024Mi"],
    ["2Mi", "2048Ki"],
    ["2000m", "2"],
    ["250m", "250000u"],
    ["90s", "90000ms"],
    ["120s", "2m0s"],
    ["2", "2000m"],
    ["web:1", undefined],
    [2, undefined],
  ])("%s: %s", (value, other) => {
    expect(respelt(value)).toBe(other);
  });
});
