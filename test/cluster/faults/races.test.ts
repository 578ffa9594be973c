import { describe } from "vitest";
import type { Ensurer, SetResult } from "../../../src/adapter/ensure/types.js";
import { createEnsurer } from "../../../src/adapter/ensurer.js";
import type { ClusterPort } from "../../../src/adapter/port/port.js";
import type { Mode } from "../../../src/core/decision.js";
import { bundledRules } from "../../../src/rules/bundled.js";
import { compileRules } from "../../../src/rules/compile.js";
import { createGate } from "../../../src/rules/gate.js";
import { clusterTest } from "../helper.js";
import { type ConfigMap, configMap } from "./config-map.js";
import { RETRY } from "./retry.js";
import { STACKS } from "./stacks.js";
import { type Stage, staged } from "./stage.js";

const COUNT = 50;
const NAMES = Array.from({ length: COUNT }, (_, index) => `a-${index}`);

/** Two ensurers over one connection, and what they came to. */
function racers(
  port: ClusterPort,
  mode: Mode,
  fields: readonly [string, string] = ["data", "data"],
): readonly [Ensurer, Ensurer] {
  const retry = { ...RETRY, tries: 20 };
  const of = (fieldManager: string, field: string) => {
    const why = "Two that each write a part.";
    const rule = {
      group: "",
      kind: "ConfigMap",
      strategy: "exact" as const,
      why,
      fields: [field],
    };
    const rules = compileRules([bundledRules, { rules: [rule] }]);
    return createEnsurer({ port, retry, gate: createGate({ rules, mode, fieldManager }) });
  };
  return [of("one", fields[0]), of("two", fields[1])];
}

const set = ({ ref }: Stage, data: Record<string, string>, metadata: object = {}): readonly ConfigMap[] =>
  NAMES.map((name) => configMap(ref(name), data, metadata));

const results = (all: readonly SetResult[]): readonly string[] => [
  ...new Set(all.map(({ result }) => result)),
];

/** What the server has of each. */
const every = ({ other, ref }: Stage): Promise<readonly unknown[]> =>
  Promise.all(NAMES.map((name) => other.read(ref(name))));

/** How many writes moved a resourceVersion. */
function changes({ proxy }: Stage, before: number): number {
  const writes = proxy.noted.slice(before).filter(({ does }) => does === "write");
  return new Set(writes.map(({ version }) => version).filter((version) => version !== undefined)).size;
}

describe.each(STACKS)("over the $name", (stack) => {
  describe.each(stack.modes)("two that race by %s", (mode) => {
    const racing = (use: (stage: Stage, port: ClusterPort) => Promise<void>): Promise<void> =>
      staged(
        () => undefined,
        { mode, stack },
        async (stage) => use(stage, stage.port),
      );

    clusterTest("to create the same: each is created once", ({ expect }) =>
      racing(async (stage, port) => {
        const [one, two] = racers(port, mode);
        const desired = set(stage, { a: "1" });
        const both = await Promise.all([one.ensureAll(desired), two.ensureAll(desired)]);
        expect(both.flatMap(results)).not.toContain("failed");
        // An apply by another manager is one that owns it too: a change of managedFields.
        expect(changes(stage, 0)).toBeLessThanOrEqual(mode === "apply" ? 2 * COUNT : COUNT);
        expect(results(await one.ensureAll(desired))).toEqual(["unchanged"]);
        expect(results(await two.ensureAll(desired))).toEqual(["unchanged"]);
      }),
    );

    clusterTest("to write the same: each is changed once", ({ expect }) =>
      racing(async (stage, port) => {
        const [[one], [again]] = [racers(port, mode), racers(port, mode)];
        await one.ensureAll(set(stage, { a: "0" }));
        const before = stage.proxy.noted.length;
        const desired = set(stage, { a: "1" });
        const both = await Promise.all([one.ensureAll(desired), again.ensureAll(desired)]);
        expect(both.flatMap(results)).not.toContain("failed");
        expect(changes(stage, before)).toBe(COUNT);
        expect(await every(stage)).toMatchObject(NAMES.map(() => ({ data: { a: "1" } })));
      }),
    );

    clusterTest("to write what the other does not touch: both come to rest", ({ expect }) =>
      racing(async (stage, port) => {
        const [one, two] = racers(port, mode, ["data.a", "data.b"]);
        await one.ensureAll(set(stage, { a: "0" }));
        const before = stage.proxy.noted.length;
        const [ones, twos] = [set(stage, { a: "1" }), set(stage, { b: "1" })];
        const both = await Promise.all([one.ensureAll(ones), two.ensureAll(twos)]);
        expect(both.map(results)).toEqual([["updated"], ["updated"]]);
        expect(changes(stage, before)).toBe(2 * COUNT);
        expect(await every(stage)).toMatchObject(NAMES.map(() => ({ data: { a: "1", b: "1" } })));
        expect(results(await one.ensureAll(ones))).toEqual(["unchanged"]);
        expect(results(await two.ensureAll(twos))).toEqual(["unchanged"]);
      }),
    );
  });
});
