import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, vi } from "vitest";
import type { Cluster } from "../../../src/cli/cluster/cluster.js";
import { connect } from "../../../src/cli/cluster/connect.js";
import { loadEngine } from "../../../src/cli/load-engine.js";
import type { JsonObject } from "../../../src/core/json.js";
import { compileRules, createGate, type FactData, learnRules } from "../../../src/index.js";
import type { Client, KubeObject } from "../../../tools/cluster/types.d.ts";
import { definitionOf } from "../../custom-resource-definition.js";
import { cli, folder, type Outcome } from "../../unit/cli/helper.js";
import { kubeconfig } from "../command/helper.js";
import { clusterTest, freshPlace, given } from "../helper.js";
import { forgetKinds, serveKinds } from "../semantics/custom-kinds.js";

const text = { type: "string" };
const definition = definitionOf({
  group: "learned.example",
  kind: "Gadget",
  plural: "gadgets",
  subresources: { status: {} },
  schema: {
    required: ["spec"],
    properties: {
      spec: {
        type: "object",
        required: ["id"],
        properties: {
          id: { ...text, "x-kubernetes-validations": [{ rule: "self == oldSelf" }] },
          size: { type: "integer", default: 3 },
          none: { ...text, nullable: true },
          either: { "x-kubernetes-int-or-string": true },
          open: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
          template: {
            type: "object",
            "x-kubernetes-embedded-resource": true,
            properties: { spec: { type: "object" } },
          },
          tags: { type: "array", "x-kubernetes-list-type": "set", items: text },
          ports: {
            type: "array",
            "x-kubernetes-list-type": "map",
            "x-kubernetes-list-map-keys": ["port", "protocol"],
            items: {
              type: "object",
              required: ["port"],
              properties: { port: { type: "integer" }, protocol: { ...text, default: "TCP" } },
            },
          },
        },
      },
      status: { type: "object", properties: { phase: text } },
    },
  },
});
const other = definitionOf({
  group: "other.learned.example",
  kind: "Gadget",
  plural: "gadgets",
  schema: { "x-kubernetes-preserve-unknown-fields": true },
});
const crds = [definition, other].map((each) => JSON.stringify(each)).join("\n---\n");

let client: Client;
let namespace: string;
beforeAll(async () => {
  if (!given) return;
  ({ client, namespace } = await freshPlace());
  await serveKinds(client, crds);
});
afterAll(async () => {
  if (!given) return;
  await forgetKinds(client, crds);
  client.close();
});

/** Learns from the cluster, as whom the token names. */
function learn(
  words: readonly string[],
  token?: string,
  reach: typeof connect = connect,
): Promise<Outcome & { readonly cwd: string }> {
  const access = token === undefined ? {} : { token };
  const cwd = folder({ "home/.kube/config": kubeconfig(access) });
  const options = { cwd, env: { HOME: join(cwd, "home") }, factory: loadEngine, cluster: reach };
  return cli(["learn", ...words], options).then((outcome) => ({ ...outcome, cwd }));
}

/** The facts that a run has written. */
function factsIn(directory: string, file: string): FactData {
  const { kinds, types } = JSON.parse(readFileSync(join(directory, file), "utf8")) as FactData;
  return { kinds, types };
}

async function tokenWithoutRights(): Promise<string> {
  await client.create({ apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "learner", namespace } });
  const body = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: {} };
  const answer = await client.request(
    "POST",
    `/api/v1/namespaces/${namespace}/serviceaccounts/learner/token`,
    { body },
  );
  return (answer.body as { readonly status: { readonly token: string } }).status.token;
}

const FACTS = "rules/learned.example/Gadget.facts.json";

describe("a custom kind", () => {
  clusterTest.each(["gadgets.learned.example", "Gadget.learned.example", "gadget.learned.example"])(
    "by its definition: %s",
    async (name) => {
      const { code, err, cwd } = await learn([name, "--out", "rules"]);
      expect([code, err]).toEqual([0, ""]);
      expect(factsIn(cwd, FACTS)).toEqual(learnRules([definition]).facts);
    },
  );

  clusterTest("by the server's OpenAPI, where definitions may not be read", async () => {
    // About a second after the kind is served.
    const isDescribed = async (): Promise<void> => {
      const { code, body } = await client.request("GET", "/openapi/v3/apis/learned.example/v1");
      expect([code, JSON.stringify(body)]).toEqual([200, expect.stringContaining("Gadget")]);
    };
    await vi.waitFor(isDescribed, { timeout: 30_000, interval: 50 });
    const { code, err, out, cwd } = await learn(
      ["gadgets.learned.example", "--out", "rules"],
      await tokenWithoutRights(),
    );
    expect([code, err]).toEqual([
      0,
      "note: Gadget (learned.example): from the server's OpenAPI, since its definition may not be read\n",
    ]);
    expect(out).toContain("how its versions are converted, and which one is stored");
    expect(factsIn(cwd, FACTS)).toEqual(learnRules([definition]).facts);
  });

  clusterTest("is asked for its group where there are several", async () => {
    const { code, err } = await learn(["Gadget"]);
    expect([code, err]).toEqual([
      2,
      expect.stringContaining("One of Gadget.learned.example, Gadget.other.learned.example"),
    ]);
  });

  clusterTest("is not there, or built in", async () => {
    const { code, err, out } = await learn(["Widgit.learned.example", "ConfigMap", "--out", "rules"]);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain("error: the server serves no kind Widgit.learned.example\n");
    expect(err).toContain("error: ConfigMap is built in");
  });

  clusterTest("of Kubernetes' own groups is built in", async () => {
    const names = [
      "Deployment",
      "cronjobs.batch",
      "Ingress.networking.k8s.io",
      "ClusterRole",
      "CustomResourceDefinition",
      "APIService",
    ];
    const { code, err, out } = await learn([...names, "--out", "rules"]);
    expect([code, out]).toEqual([2, ""]);
    for (const name of names)
      expect(err).toContain(`error: ${name} is built in: its facts come with churngate\n`);
    expect(err).toContain("churngate rules show apps/Deployment prints its rule.");
  });

  clusterTest("writes the same from the cluster as from a file", async () => {
    const { cwd } = await learn(["Gadget.learned.example", "--out", "rules"]);
    const from = folder({ "crd.json": JSON.stringify(definition) });
    await cli(["learn", "-f", "crd.json", "--out", "rules"], { cwd: from });
    for (const suffix of ["", ".facts", ".cases"]) {
      const file = `rules/learned.example/Gadget${suffix}.json`;
      expect(readFileSync(join(cwd, file), "utf8")).toBe(readFileSync(join(from, file), "utf8"));
    }
  });
});

/** How an APIService may be stated; each is brought to each other. */
const SPECS: readonly JsonObject[] = [
  { groupPriorityMinimum: 1000, versionPriority: 15, service: { name: "a", namespace: "b" } },
  { groupPriorityMinimum: 1000, versionPriority: 15, service: { name: "a", namespace: "b", port: 443 } },
  { groupPriorityMinimum: 1000, versionPriority: 15, service: { name: "a", namespace: "b", port: 8443 } },
  {
    groupPriorityMinimum: 1000,
    versionPriority: 15,
    service: { name: "c", namespace: "b" },
    insecureSkipTLSVerify: true,
  },
  {
    groupPriorityMinimum: 1000,
    versionPriority: 15,
    service: { name: "c", namespace: "b" },
    insecureSkipTLSVerify: false,
  },
  { groupPriorityMinimum: 2000, versionPriority: 15, service: { name: "a", namespace: "b" }, caBundle: "" },
  { groupPriorityMinimum: 2000, versionPriority: 15, service: { name: "a", namespace: "b" }, caBundle: null },
];

const OWN = "apiregistration.k8s.io";
const RENAMED = "aggregated.example";

/** A server of an aggregated API: the one of APIService, which is built in, under the name of a group that is not. */
async function connectRenamed(...given: Parameters<typeof connect>): Promise<Cluster> {
  const cluster = await connect(...given);
  const document: Cluster["port"]["document"] = async (path, options) => {
    const answer = await cluster.port.document(path.replaceAll(RENAMED, OWN), options);
    return JSON.parse(JSON.stringify(answer).replaceAll(OWN, RENAMED));
  };
  return { ...cluster, port: { ...cluster.port, document } };
}

describe("a kind that has no definition", () => {
  clusterTest("is never skipped where the server would change it", async () => {
    const { code, err, cwd } = await learn(
      [`APIService.${RENAMED}`, "--out", "rules"],
      undefined,
      connectRenamed,
    );
    expect([code, err]).toEqual([
      0,
      expect.stringContaining("it has no definition: an aggregated API serves it"),
    ]);
    const written = factsIn(cwd, `rules/${RENAMED}/APIService.facts.json`);
    const facts = JSON.parse(JSON.stringify(written).replaceAll(RENAMED, OWN)) as FactData;
    const gate = createGate({ rules: compileRules([{ rules: [], facts }]) });
    const service = (spec: JsonObject) =>
      ({
        apiVersion: "apiregistration.k8s.io/v1",
        kind: "APIService",
        metadata: { name: "v1.learned-too.example" },
        spec: { group: "learned-too.example", version: "v1", ...spec },
      }) as KubeObject & JsonObject;
    const wrong: string[] = [];
    let skips = 0;
    for (const before of SPECS) {
      const made = await client.create(service(before));
      expect(made.code, made.body.message).toBe(201);
      for (const after of SPECS) {
        const live = (await client.get(service(before))).body;
        const { metadata } = live;
        const sent = { ...service(after), metadata } as KubeObject;
        const answer = await client.replace(sent, { dryRun: true });
        const isSame =
          JSON.stringify((answer.body as JsonObject).spec) === JSON.stringify((live as JsonObject).spec);
        const { verdict } = gate.decide(service(after), live as unknown as KubeObject);
        if (verdict === "skip") skips += 1;
        if (verdict === "skip" && !isSame)
          wrong.push(`${JSON.stringify(before)} to ${JSON.stringify(after)}`);
      }
      await client.delete(service(before));
    }
    expect(wrong).toEqual([]);
    expect(skips).toBeGreaterThanOrEqual(3);
  });
});
