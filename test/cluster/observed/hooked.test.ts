import { beforeAll, describe } from "vitest";
import type { Mode } from "../../../src/core/decision.js";
import type { JsonObject, KubeObject } from "../../../src/core/json.js";
import { compileRules } from "../../../src/rules/compile.js";
import { createGate } from "../../../src/rules/gate.js";
import { type Hook, mutate, shows, type Where } from "../admission.js";
import { deployment } from "../deployment.js";
import { clusterTest, freshNamespace, given, sharedClient } from "../helper.js";
import { DEPLOYMENT, firstContainer, injected, names, podOf, SIDECAR } from "./hooks.js";
import { passes, staged, times } from "./stage.js";

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
    hook: { applies: ['Object{metadata: Object.metadata{labels: {"injected": "yes"}}}'] },
    done: injected,
    exact: { replace: "skip", apply: "skip", merge: "skip" },
  },
  {
    name: "forces a value",
    hook: {
      applies: [
        "Object{spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{terminationGracePeriodSeconds: 60}}}}",
      ],
    },
    done: (object) => podOf(object).terminationGracePeriodSeconds === 60,
    exact: { replace: "write", apply: "skip", merge: "skip" },
  },
  {
    name: "injects a sidecar",
    hook: {
      patches: [`[${SIDECAR.patch}]`],
      onlyIf: SIDECAR.onlyIf,
    },
    done: (object) => names(podOf(object).containers).includes("proxy"),
    exact: { replace: "write", apply: "skip", merge: "write" },
  },
  {
    name: "injects an environment variable",
    hook: {
      patches: [
        '[JSONPatch{op: "add", path: "/spec/template/spec/containers/0/env/-", value: Object.spec.template.spec.containers.env{name: "INJECTED", value: "1"}}]',
      ],
      onlyIf: '!object.spec.template.spec.containers[0].env.exists(e, e.name == "INJECTED")',
    },
    done: (object) => names(firstContainer(object).env).includes("INJECTED"),
    exact: { replace: "write", apply: "skip", merge: "write" },
  },
];

const whereOf = ({ name }: Case): Where => ({ observed: name.replaceAll(" ", "-") });

beforeAll(async () => {
  if (!given) return;
  const client = sharedClient();
  await Promise.all(
    cases.map(async (each) => {
      const where = whereOf(each);
      await mutate(client, { group: "apps", resource: "deployments", ...each.hook }, where);
      await shows(client, deployment("web", await freshNamespace(client, where)), each.done);
    }),
  );
  client.close();
});

describe.each(["replace", "apply", "merge"] as const)("by %s, of a policy that", (mode) => {
  clusterTest.for(cases)("$name", async (each, { expect }) => {
    const { ensurer, namespace, take, live } = await staged(DEPLOYMENT, whereOf(each));
    const desired = deployment("web", namespace);
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
      times(20, "").map(async () => gate.decide<KubeObject>(desired, await live(desired)).verdict),
    );
    expect(verdicts).toEqual(times(20, each.exact[mode]));

    // After a restart.
    expect(await passes(ensurer(mode), desired, 20)).toEqual(times(20, "unchanged as-observed"));
    expect(take()).toEqual([`dry-run ${mode}`]);
  });
});
