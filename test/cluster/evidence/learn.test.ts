import { beforeAll, beforeEach, describe, expect } from "vitest";
import { Asking } from "../../../src/adapter/evidence/asking.js";
import { learnKind } from "../../../src/adapter/evidence/learn/learn-kind.js";
import type { JsonObject } from "../../../src/core/json.js";
import type { CasesFile } from "../../../src/generated/cases.js";
import type { Rule } from "../../../src/generated/rule.js";
import { bundledRules } from "../../../src/rules/bundled.js";
import { compileRules } from "../../../src/rules/compile.js";
import { ruleFileName } from "../../../src/rules/file-name.js";
import { createGate } from "../../../src/rules/gate.js";
import type { KindAnswers } from "../../../src/rules/learn/evidence/answers.js";
import { problemsOf } from "../../../src/rules/learn/evidence/check.js";
import { type Conclusion, conclusionOf } from "../../../src/rules/learn/evidence/conclusion.js";
import { evidenceFiles } from "../../../src/rules/learn/evidence/files.js";
import { learnRules } from "../../../src/rules/learn/learn.js";
import type { FactData, RuleSet } from "../../../src/rules/set.js";
import type { Client, KubeObject } from "../../../tools/cluster/types.d.ts";
import { accountIn } from "../account.js";
import { refuseUpdates } from "../admission.js";
import { clusterTest, freshNamespace, freshPlace, given, sharedClient } from "../helper.js";
import { clusterPort } from "../port.js";
import { defined, definitionIn, deployment, mutate } from "./objects.js";
import { expectNothingStored } from "./stored.js";

let client: Client;
let namespace: string;
beforeEach(async () => {
  if (given) ({ client, namespace } = await freshPlace());
});

const APPS = { group: "apps", resource: "deployments" };

/** What is proposed, and the files of it. */
interface Proposal extends Conclusion {
  readonly rule: Rule | undefined;
  readonly facts: FactData | undefined;
  readonly cases: CasesFile | undefined;
}

interface Learned {
  readonly answers: KindAnswers;
  readonly proposal: Proposal;
  readonly lines: readonly (readonly [type: string, path: string])[];
}

async function learn(
  objects: readonly JsonObject[],
  sets: readonly RuleSet[] = [],
  as = client,
): Promise<Learned> {
  const stacked = [bundledRules, ...sets];
  const rules = compileRules(stacked);
  const given = { fieldManager: "churngate" };
  const asking = new Asking(clusterPort(as), { gate: createGate({ ...given, rules }), timeoutMs: 30_000 });
  const answers = await learnKind(objects, {
    asking,
    rules,
    gate: given,
    limit: 200,
    concurrency: 8,
    onError(_object, error) {
      throw error;
    },
  });
  if (answers === undefined) throw new Error("the server takes none of the objects");
  const conclusion = conclusionOf(answers);
  const files = evidenceFiles([conclusion], stacked);
  expect(problemsOf([conclusion], files, stacked)).toEqual([]);
  const { group, kind } = answers.subject;
  const parsed = <Content>(suffix?: string): Content | undefined => {
    const text = files[ruleFileName(group, kind, suffix)];
    return text === undefined ? undefined : (JSON.parse(text) as Content);
  };
  const proposal = {
    ...conclusion,
    rule: parsed<Rule>(),
    facts: parsed<FactData>("facts"),
    cases: parsed<CasesFile>("cases"),
  };
  const lines = proposal.lines.map(({ type, path }) => [type, path] as const).sort();
  return { answers, proposal, lines };
}

describe("a built-in kind", () => {
  clusterTest("does nothing beyond its facts, without admission", async () => {
    const [one, two] = [deployment("a", namespace), deployment("b", namespace)];
    await client.create(one as unknown as KubeObject);
    const { answers, proposal } = await learn([one, two]);
    expect(proposal).toMatchObject({ strategy: "exact", lines: [], rule: undefined, facts: undefined });
    expect(answers).toMatchObject({ unexplained: [], partly: [], added: [], restless: [], live: 1 });
  });

  clusterTest("is found out where admission adds, forces, fills in and injects", async () => {
    const probe = deployment("probe");
    await mutate(
      client,
      namespace,
      {
        ...APPS,
        applies: [
          `Object{metadata: Object.metadata{labels: {"team": "blue"}}}`,
          `Object{spec: Object.spec{revisionHistoryLimit: 3}}`,
          `has(object.spec.template.spec.priorityClassName) ? Object{} : Object{spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{priorityClassName: "low"}}}}`,
          `Object{spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{containers: [Object.spec.template.spec.containers{name: "sidecar", image: "side:1"}]}}}}`,
          `Object{spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{containers: object.spec.template.spec.containers.map(c, Object.spec.template.spec.containers{name: c.name, env: [Object.spec.template.spec.containers.env{name: "INJECTED", value: "1"}]})}}}}`,
        ],
      },
      probe,
    );
    const { answers, proposal, lines } = await learn(
      ["a", "b", "c"].map((name) => deployment(name, namespace)),
    );
    expect(proposal.strategy).toBe("exact");
    expect(lines).toEqual([
      ["ignore", "spec.revisionHistoryLimit"],
      ["ignore", "spec.template.spec.containers[*].env[name=INJECTED]"],
      ["ignore", "spec.template.spec.containers[name=sidecar]"],
      ["unstated", "spec.template.spec.priorityClassName"],
    ]);
    expect(answers.added).toEqual(["metadata.labels.mutated", "metadata.labels.team"]);
    expect(proposal.rule).toMatchObject({ extends: true, group: "apps", kind: "Deployment" });
    expect(proposal.rule?.ignore).toContainEqual({
      path: "spec.revisionHistoryLimit",
      why: "the server puts 3 here, whatever is stated (dry runs, 3 of 3 objects)",
    });
    expect(proposal.cases?.cases.map(({ verdict }) => verdict)).toEqual([
      "skip",
      "skip",
      "skip",
      "write",
      "write",
      "create",
    ]);
  });

  clusterTest("is observed where admission makes other values of what is stated", async () => {
    const applies = [`Object{spec: Object.spec{minReadySeconds: object.spec.replicas * 2}}`];
    await mutate(client, namespace, { ...APPS, applies }, deployment("probe"));
    const stating = (name: string, replicas: number): JsonObject => {
      const made = deployment(name, namespace);
      return { ...made, spec: { ...(made.spec as JsonObject), replicas, minReadySeconds: 1 } };
    };
    const { proposal, lines } = await learn([stating("a", 2), stating("b", 3)]);
    expect([proposal.strategy, lines]).toEqual(["exact", [["ignore", "spec.minReadySeconds"]]]);

    const other = await freshNamespace(client);
    const image = `Object{spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{containers: object.spec.template.spec.containers.map(c, Object.spec.template.spec.containers{name: c.name, image: "mirror/" + c.image})}}}}`;
    namespace = other;
    await mutate(client, namespace, { ...APPS, applies: [image] }, deployment("probe"));
    const mirrored = await learn([deployment("a", namespace), deployment("b", namespace)]);
    expect(mirrored.proposal).toMatchObject({
      strategy: "observed",
      rule: { strategy: "observed", extends: true },
    });
    expect(mirrored.answers.unexplained.map(({ path }) => path)).toEqual([
      "spec.template.spec.containers[*].image",
    ]);
    expect(mirrored.proposal.rule?.why).toContain("spec.template.spec.containers[*].image");
  });

  clusterTest("is observed where each write of the answer is changed again", async () => {
    const again = `[JSONPatch{op: "add", path: "/spec/template/spec/containers/0/args", value: (has(object.spec.template.spec.containers[0].args) ? object.spec.template.spec.containers[0].args : []) + ["--more"]}]`;
    await mutate(client, namespace, { ...APPS, patches: [again] }, deployment("probe"));
    const { answers, proposal } = await learn([deployment("a", namespace)]);
    expect(proposal.strategy).toBe("observed");
    expect(answers.restless).toEqual(["spec.template.spec.containers[name=web].args"]);
  });
});

describe("a custom kind", () => {
  const schema: JsonObject = {
    size: { type: "integer", default: 3 },
    tier: { type: "string" },
    zone: { type: "string" },
    id: { type: "string" },
    parts: {
      type: "array",
      items: { type: "object", properties: { v: { type: "integer" }, w: { type: "integer" } } },
    },
  };

  const resource = { group: "evidence.example.com", resource: "widgets" };
  const facts = learnRules([definitionIn("evidence", "Widget", schema)]);
  beforeAll(async () => {
    if (given) await defined(sharedClient(), "evidence", "Widget", schema);
  });

  const made = (name: string, spec: JsonObject) => ({
    apiVersion: `${resource.group}/v1`,
    kind: "Widget",
    metadata: { name, namespace },
    spec,
  });

  clusterTest("gets defaults where facts can have them, and its rule where it has none", async () => {
    const applies = [
      `has(object.spec.tier) ? Object{} : Object{spec: Object.spec{tier: "gold"}}`,
      `Object{spec: Object.spec{zone: "z1"}}`,
      `has(object.spec.id) ? Object{} : Object{spec: Object.spec{id: "id-" + object.metadata.name}}`,
    ];
    await mutate(client, namespace, { ...resource, applies }, made("probe", {}));
    const objects = [made("a", { parts: [{ v: 1 }] }), made("b", { zone: "z2" })];
    const known = await learn(objects, [{ rules: facts.rules, facts: facts.facts }]);
    expect(known.lines).toEqual([
      ["default", "spec.tier"],
      ["ignore", "spec.zone"],
      ["unstated", "spec.id"],
    ]);
    expect(known.proposal.facts?.kinds[0]?.fields).toEqual({ "spec.tier": { default: "gold" } });

    const unknown = await learn(objects);
    expect(unknown.lines).toEqual([
      ["ignore", "spec.zone"],
      ["unstated", "spec.id"],
      ["unstated", "spec.size"],
      ["unstated", "spec.tier"],
    ]);
    expect(unknown.proposal.rule).toMatchObject({ kind: "Widget", strategy: "exact" });
    expect(unknown.proposal.rule).not.toHaveProperty("extends");
  });

  clusterTest("shows what an update refuses, and tells it from what is only invalid", async () => {
    const desired = made("a", { tier: "gold", size: 5, zone: "z1", parts: [{ v: 1 }, { v: 2 }] });
    await client.create(desired as unknown as KubeObject);
    const holds = `object.spec.tier == oldObject.spec.tier && object.spec.size <= oldObject.spec.size && object.spec.zone == "z1"`;
    await refuseUpdates(client, resource, holds, made("a", { tier: "tin", size: 5, zone: "z1" }));
    const { answers, lines, proposal } = await learn([desired], [{ rules: facts.rules, facts: facts.facts }]);
    expect(lines).toEqual([
      ["immutable", "spec.tier"],
      ["immutable", "spec.zone"],
    ]);
    expect(answers.partly.map(({ path }) => path)).toEqual(["spec.size"]);
    expect(proposal.rule).toMatchObject({
      extends: true,
      immutable: [{ path: "spec.tier" }, { path: "spec.zone" }],
    });
  });
});

describe("asking", () => {
  clusterTest("stores nothing", async () => {
    const account = await accountIn(namespace, client);
    await client.create(deployment("a", namespace) as unknown as KubeObject);
    await learn([deployment("a", namespace), deployment("b", namespace)], [], account.client);
    expectNothingStored(account.takeNoted());
  });

  clusterTest("tells no secret", async () => {
    const secret: JsonObject = {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { name: "s", namespace },
      stringData: { password: "hunter2" },
    };
    const applies = [`Object{stringData: {"token": "hunter3"}}`];
    await mutate(client, namespace, { group: "", resource: "secrets", applies }, secret);
    const { proposal, answers } = await learn([secret]);
    expect(answers.isSensitive).toBe(true);
    const { samples: _, ...told } = answers;
    const text = JSON.stringify([told, { ...proposal, answers: undefined }]);
    for (const value of ["hunter2", "hunter3"]) {
      expect(text).not.toContain(value);
      expect(text).not.toContain(Buffer.from(value).toString("base64"));
    }
    expect(proposal.cases).toBeUndefined();
  });
});
