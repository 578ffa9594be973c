import { describe } from "vitest";
import type { Mode } from "../../../src/core/decision.js";
import type { JsonObject, KubeObject } from "../../../src/core/json.js";
import { compileRules } from "../../../src/rules/compile.js";
import { createGate } from "../../../src/rules/gate.js";
import { clusterTest } from "../helper.js";
import { DEPLOYMENT, deployment, firstContainer, injected, names, podOf, SIDECAR } from "./deployment.js";
import { type Hook, Policy } from "./policy.js";
import { passes, type Stage, staged, times } from "./stage.js";

interface Case {
  readonly name: string;
  readonly hook: Omit<Hook, "group" | "resource">;
  readonly done: (changed: JsonObject) => boolean;
  /** What `exact` decides of what the server made of desired, on every pass. */
  readonly exact: Readonly<Record<Mode, "skip" | "write">>;
}

const cases: readonly Case[] = [
  {
    name: "adds a label",
    hook: { applies: 'Object{metadata: Object.metadata{labels: {"injected": "yes"}}}' },
    done: injected,
    exact: { replace: "skip", apply: "skip", merge: "skip" },
  },
  {
    name: "forces a value",
    hook: {
      applies:
        "Object{spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{terminationGracePeriodSeconds: 60}}}}",
    },
    done: (object) => podOf(object).terminationGracePeriodSeconds === 60,
    exact: { replace: "write", apply: "skip", merge: "skip" },
  },
  {
    name: "injects a sidecar",
    hook: {
      patches: `[${SIDECAR.patch}]`,
      unless: SIDECAR.unless,
    },
    done: (object) => names(podOf(object).containers).includes("proxy"),
    exact: { replace: "write", apply: "skip", merge: "write" },
  },
  {
    name: "injects an environment variable",
    hook: {
      patches:
        '[JSONPatch{op: "add", path: "/spec/template/spec/containers/0/env/-", value: Object.spec.template.spec.containers.env{name: "INJECTED", value: "1"}}]',
      unless: '!object.spec.template.spec.containers[0].env.exists(e, e.name == "INJECTED")',
    },
    done: (object) => names(firstContainer(object).env).includes("INJECTED"),
    exact: { replace: "write", apply: "skip", merge: "write" },
  },
];

async function hookedStage({ hook, done }: Case): Promise<Stage & { readonly desired: KubeObject }> {
  const stage = await staged(DEPLOYMENT);
  const desired = deployment(stage.namespace);
  await new Policy(stage.client, stage.namespace).set(
    { group: "apps", resource: "deployments", ...hook },
    desired,
    done,
  );
  return { ...stage, desired };
}

describe.each(["replace", "apply", "merge"] as const)("by %s, of a policy that", (mode) => {
  clusterTest.for(cases)("$name", async (each, { expect }) => {
    const { ensurer, desired, take, live } = await hookedStage(each);
    const first = ensurer(mode);
    expect(await passes(first, desired, 20)).toEqual([
      "created not-found",
      ...times(19, "unchanged as-observed"),
    ]);
    expect(take()).toEqual([mode === "apply" ? "apply" : "create"]);
    expect(each.done(await live(desired))).toBe(true);

    const exact = compileRules([{ rules: [{ ...DEPLOYMENT, strategy: "exact" }] }]);
    const gate = createGate({ mode, fieldManager: "ours", rules: exact });
    const verdicts = await Promise.all(
      times(20, "").map(async () => gate.decide(desired, (await live(desired)) as KubeObject).verdict),
    );
    expect(verdicts).toEqual(times(20, each.exact[mode]));

    // After a restart.
    expect(await passes(ensurer(mode), desired, 20)).toEqual(times(20, "unchanged as-observed"));
    expect(take()).toEqual([`dry-run ${mode}`]);
  });
});
