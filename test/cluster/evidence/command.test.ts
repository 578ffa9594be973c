import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeEach, describe, expect } from "vitest";
import { loadEngine } from "../../../src/cli/load-engine.js";
import { Interruption } from "../../../src/cli/shell.js";
import type { JsonObject } from "../../../src/core/json.js";
import type { Client } from "../../../tools/cluster/types.d.ts";
import { cli, folder } from "../../unit/cli/helper.js";
import { accountIn } from "../account.js";
import { command } from "../command/helper.js";
import { clusterTest, freshPlace, given } from "../helper.js";
import { defined, definitionIn, deployment, mutate } from "./objects.js";
import { expectNothingStored } from "./stored.js";

let client: Client;
let namespace: string;
let out: string;
beforeEach(async () => {
  if (given) ({ client, namespace } = await freshPlace());
  out = folder({});
});

const learn = (objects: readonly object[], ...words: string[]) =>
  command(["learn", "--context", "test", ...words], { objects, namespace });

/** The files below a folder, by name. */
function filesIn(directory: string): Readonly<Record<string, JsonObject>> {
  const names = readdirSync(directory, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".json"),
  );
  return Object.fromEntries(
    names.sort().map((name) => [name, JSON.parse(readFileSync(join(directory, name), "utf8"))]),
  );
}

/** What a check of the folder prints, which exits with 0. */
async function check(...words: string[]): Promise<string> {
  const outcome = await cli(["rules", ...words, out], { factory: loadEngine });
  expect([outcome.code, outcome.err]).toEqual([0, ""]);
  return outcome.out;
}

const APPS = { group: "apps", resource: "deployments" };
const sidecar = `Object{spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{containers: [Object.spec.template.spec.containers{name: "sidecar", image: "side:1"}]}}}}`;

describe("learn --context -f objects", () => {
  clusterTest(
    "writes a rule and cases that lint and test find right, and after which nothing is left to write",
    async () => {
      const applies = [sidecar, `Object{spec: Object.spec{revisionHistoryLimit: 3}}`];
      await mutate(client, namespace, { ...APPS, applies }, deployment("probe"));
      const objects = [deployment("a"), deployment("b")];
      const { code, out: said, err } = await learn(objects, "--out", out);
      expect([code, err]).toEqual([0, ""]);
      expect(said).toContain("Deployment (apps/v1)  2 objects asked about; proposed: exact\n");
      expect(said).toContain(
        "ignored: spec.revisionHistoryLimit: the server puts 3 here, whatever is stated (dry runs, 2 of 2 objects)",
      );
      expect(said).toContain("not known: what an update keeps or refuses: none of the objects is there");
      expect(Object.keys(filesIn(out))).toEqual(["apps/Deployment.cases.json", "apps/Deployment.json"]);
      expect(await check("lint")).toBe("0 errors, 0 warnings\n");
      expect(await check("test")).toContain("5 cases");

      await command(["apply"], { objects, namespace });
      expect((await command(["explain"], { objects, namespace })).code).toBe(1);
      const explained = await command(["explain", "--rules", out], { objects, namespace });
      expect([explained.code, explained.err]).toEqual([0, ""]);
    },
  );

  clusterTest("asks the cluster for the definition of a kind that nobody knows", async () => {
    const type = await defined(client, namespace, "Widget", {
      size: { type: "integer", default: 3 },
      tier: { type: "string" },
    });
    const group = type.apiVersion.replace("/v1", "");
    const applies = [`has(object.spec.tier) ? Object{} : Object{spec: Object.spec{tier: "gold"}}`];
    const made = (name: string, spec: JsonObject): JsonObject => ({ ...type, metadata: { name }, spec });
    await mutate(client, namespace, { group, resource: "widgets", applies }, made("probe", {}));
    const objects = [made("a", {}), made("b", { size: 4 })];
    const { code, err } = await learn(objects, "--out", out);
    expect([code, err]).toEqual([0, ""]);
    const files = filesIn(out);
    expect(Object.keys(files)).toEqual(
      ["Widget.cases.json", "Widget.facts.json", "Widget.json"].map((name) => `${group}/${name}`),
    );
    expect(files[`${group}/Widget.facts.json`]?.kinds).toMatchObject([
      { fields: { "spec.tier": { default: "gold" } } },
    ]);
    expect(files[`${group}/Widget.json`]).toMatchObject({ strategy: "exact" });
    expect(await check("lint")).toBe("0 errors, 0 warnings\n");
    await check("test");

    await command(["apply", "--rules", out], { objects, namespace });
    const explained = await command(["explain", "--rules", out], { objects, namespace });
    expect([explained.code, explained.err]).toEqual([0, ""]);
  });

  clusterTest("says where a kind's schema could not be learned from, and learns without it", async () => {
    let deep: JsonObject = {};
    for (let level = 0; level < 300; level++) deep = { deep };
    const type = await defined(client, namespace, "Widget", {
      size: { type: "integer", default: 3 },
      part: {
        type: "object",
        properties: {
          blob: { type: "object", default: deep, "x-kubernetes-preserve-unknown-fields": true },
        },
      },
    });
    const { code, err } = await learn([{ ...type, metadata: { name: "a" }, spec: {} }], "--out", out);
    expect([code, err]).toEqual([
      0,
      expect.stringMatching(/^note: learned without the kind's schema, since .*widgets.*250 levels\n$/),
    ]);
    expect(Object.values(filesIn(out))[1]).toMatchObject({ when: [{ if: { path: "spec.size" } }] });
  });

  clusterTest("writes one set of files for two versions of a kind", async () => {
    const applies = [`Object{spec: Object.spec{minReplicas: 2}}`];
    const made = (apiVersion: string, name: string): JsonObject & { kind: string } => ({
      apiVersion,
      kind: "HorizontalPodAutoscaler",
      metadata: { name },
      spec: { scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" }, maxReplicas: 4 },
    });
    const objects = [made("autoscaling/v1", "a"), made("autoscaling/v2", "b")];
    const hook = { group: "autoscaling", resource: "horizontalpodautoscalers", applies };
    await mutate(client, namespace, hook, made("autoscaling/v2", "probe"));
    const { code, out: said, err } = await learn(objects, "--out", out);
    expect([code, err]).toEqual([0, ""]);
    expect(said).toContain(
      "HorizontalPodAutoscaler (autoscaling/v1)  1 object asked about; proposed: exact\n",
    );
    expect(said).toContain(
      "HorizontalPodAutoscaler (autoscaling/v2)  1 object asked about; proposed: exact\n",
    );
    const files = filesIn(out);
    expect(Object.keys(files)).toEqual(
      ["HorizontalPodAutoscaler.cases.json", "HorizontalPodAutoscaler.json"].map(
        (name) => `autoscaling/${name}`,
      ),
    );
    expect(files["autoscaling/HorizontalPodAutoscaler.json"]).not.toHaveProperty("versions");
    expect(await check("lint")).toBe("0 errors, 0 warnings\n");
    await check("test");
  });

  clusterTest("proposes observed where no rule can say what the server does", async () => {
    const image = `Object{spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{containers: object.spec.template.spec.containers.map(c, Object.spec.template.spec.containers{name: c.name, image: "mirror/" + c.image})}}}}`;
    await mutate(client, namespace, { ...APPS, applies: [image] }, deployment("probe"));
    const { code, out: said } = await learn([deployment("a"), deployment("b")], "--out", out);
    expect(code).toBe(0);
    expect(said).toContain("Deployment (apps/v1)  2 objects asked about; proposed: observed\n");
    expect(said).toContain("not explained: spec.template.spec.containers[*].image: ");
    expect(filesIn(out)["apps/Deployment.json"]).toMatchObject({ strategy: "observed", extends: true });
    await check("lint");
    await check("test");
  });

  clusterTest("writes nothing where nothing new is found, and prints the same as a document", async () => {
    const { code, out: said } = await learn([deployment("a")], "--out", out);
    expect([code, filesIn(out)]).toEqual([0, {}]);
    expect(said).toContain("1 object asked about: nothing beyond what rules and facts say");
    expect((await learn([deployment("a")])).out).not.toContain("--out DIR");
    const json = JSON.parse((await learn([deployment("a")], "-o", "json")).out);
    expect(json).toMatchObject({
      format: "learn/1",
      asked: [{ kind: "Deployment", evidence: [], files: {} }],
      errors: [],
    });
  });

  clusterTest("prints a document of its contract", async () => {
    const schema = JSON.parse(readFileSync("schemas/learn.schema.json", "utf8"));
    const validate = new Ajv2020({ allowUnionTypes: true }).compile(schema);
    const applies = [sidecar, `Object{spec: Object.spec{revisionHistoryLimit: 3}}`];
    await mutate(client, namespace, { ...APPS, applies }, deployment("probe"));
    const { out: json } = await learn([deployment("a")], "-o", "json");
    const document = JSON.parse(json);
    expect([validate(document), validate.errors]).toEqual([true, null]);
    expect(document.asked).toMatchObject([
      { kind: "Deployment", evidence: [{ type: "ignore" }, { type: "ignore" }] },
    ]);
  });

  clusterTest("stores nothing", async () => {
    const account = await accountIn(namespace, client);
    await command(["apply"], { objects: [deployment("a")], namespace });
    const { code } = await command(["learn", "--context", "test"], {
      objects: [deployment("a"), deployment("b")],
      namespace,
      token: account.token,
    });
    expect(code).toBe(0);
    expectNothingStored(account.takeNoted());
  });

  clusterTest("says which objects the server refuses, and exits with 2 where it takes none", async () => {
    const bad = {
      apiVersion: "v1",
      kind: "Service",
      metadata: { name: "bad" },
      spec: { ports: [{ port: 0 }] },
    };
    const some = await learn([bad, deployment("a")]);
    expect([some.code, some.err]).toEqual([0, expect.stringContaining('Service "bad" is invalid')]);
    expect(some.err).not.toContain("\\n");
    const none = await learn([{ ...bad, metadata: { name: "bad", namespace: "missing" } }]);
    expect([none.code, none.err.trimEnd().split("\n")]).toEqual([
      2,
      [
        expect.stringMatching(/^desired.json:1: Service missing\/bad: .*namespaces "missing" not found$/),
        "kubectl create namespace missing, or put it among the files.",
        "error: the server takes none of the objects",
      ],
    ]);
  });

  clusterTest("asks about the kinds that are named", async () => {
    const config = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data: { a: "b" } };
    const objects = [deployment("a"), config];
    const asked = async (...names: string[]) => {
      const { code, out: json } = await learn(objects, "-o", "json", ...names);
      return [code, JSON.parse(json).asked.map(({ kind }: { kind: string }) => kind)];
    };
    expect(await asked("Deployment")).toEqual([0, ["Deployment"]]);
    expect(await asked("configmaps", "deployments.apps")).toEqual([0, ["Deployment", "ConfigMap"]]);
    const { code, err } = await learn(objects, "Ingress");
    expect([code, err]).toEqual([2, expect.stringContaining("error: none of the files has Ingress\n")]);
  });

  clusterTest("writes what the definition tells where dry runs tell no more", async () => {
    const properties = { size: { type: "integer", default: 3 } };
    const type = await defined(client, namespace, "Widget", properties);
    const group = type.apiVersion.replace("/v1", "");
    const widget = { ...type, metadata: { name: "a" }, spec: {} };
    const alone = folder({});
    const files = { "crd.json": JSON.stringify(definitionIn(namespace, "Widget", properties)) };
    const cwd = folder(files);
    await cli(["learn", "-f", "crd.json", "--out", alone], { cwd });
    const words = ["learn", "--context", "test", "-f", "crd.json", "--out", out];
    const { code, err, out: said } = await command(words, { objects: [widget], files, namespace });
    expect([code, err]).toEqual([0, ""]);
    expect(said).toContain("1 object asked about: nothing beyond what rules and facts say");
    expect(Object.keys(filesIn(alone))).toHaveLength(3);
    expect(filesIn(out)).toEqual(filesIn(alone));

    const unknown = folder({});
    await learn([widget], "--out", unknown);
    expect(Object.keys(filesIn(unknown))).toEqual(
      ["Widget.cases.json", "Widget.facts.json", "Widget.json"].map((name) => `${group}/${name}`),
    );
  });

  clusterTest("interrupted, writes nothing and exits with 130", async () => {
    const controller = new AbortController();
    controller.abort(new Interruption(130));
    const outcome = await command(["learn", "--context", "test", "--out", out], {
      objects: [deployment("a")],
      namespace,
      signal: controller.signal,
    });
    expect([outcome.code, outcome.err, filesIn(out)]).toEqual([
      130,
      "interrupted: nothing was written\n",
      {},
    ]);
  });
});
