import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeEach, describe, expect } from "vitest";
import { Interruption } from "../../../src/cli/shell.js";
import type { Client } from "../../../tools/cluster/types.d.ts";
import { clusterTest, freshPlace, given } from "../helper.js";
import { command, configMap, summaryOf, writesOf } from "./helper.js";

let client: Client;
let namespace: string;
beforeEach(async () => {
  if (given) ({ client, namespace } = await freshPlace());
});

const apply = (objects: readonly object[], ...words: string[]) =>
  command(["apply", ...words], { objects, namespace });

async function live(name: string, kind = "ConfigMap") {
  const { code, body } = await client.get({ apiVersion: "v1", kind, metadata: { name, namespace } });
  return code === 404 ? undefined : body;
}

const web = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web" },
  spec: {
    selector: { matchLabels: { app: "web" } },
    template: {
      metadata: { labels: { app: "web" } },
      spec: { containers: [{ name: "web", image: "web:1" }] },
    },
  },
};
const web2 = structuredClone(web);
web2.spec.template.spec.containers = [{ name: "web", image: "web:2" }];

describe.each(["replace", "apply", "merge"])("apply --mode %s", (mode) => {
  clusterTest("creates, leaves alone, updates, and exits with 0", async () => {
    const first = await apply([configMap("a", { k: "1" }), web], "--mode", mode);
    expect([first.code, summaryOf(first), first.err]).toEqual([0, "2 objects: 2 created", ""]);

    const before = [await writesOf("configmaps", client), await writesOf("deployments", client)];
    const second = await apply([configMap("a", { k: "1" }), web], "--mode", mode);
    expect([second.code, summaryOf(second)]).toEqual([0, "2 objects: 2 unchanged"]);
    expect([await writesOf("configmaps", client), await writesOf("deployments", client)]).toEqual(before);

    const third = await apply([configMap("a", { k: "1" }), web2], "--mode", mode);
    expect(third.code).toBe(0);
    expect(third.out).toContain("  ~ spec.template.spec.containers[name=web].image  web:1 -> web:2\n");
    expect(summaryOf(third)).toBe("2 objects: 1 updated, 1 unchanged");
  });

  clusterTest("with --dry-run, stores nothing, and exits with 1 where it would", async () => {
    const words = ["--mode", mode, "--dry-run"];
    const first = await apply([configMap("a", { k: "1" })], ...words);
    expect([first.code, summaryOf(first)]).toEqual([
      1,
      "1 object: 1 to create   (dry run: nothing was stored)",
    ]);
    expect(await live("a")).toBeUndefined();

    await apply([configMap("a", { k: "1" })], "--mode", mode);
    const { resourceVersion } = (await live("a"))?.metadata ?? {};
    const second = await apply([configMap("a", { k: "2" })], ...words);
    expect([second.code, summaryOf(second)]).toEqual([
      1,
      "1 object: 1 to write   (dry run: nothing was stored)",
    ]);
    expect((await live("a"))?.metadata.resourceVersion).toBe(resourceVersion);

    const third = await apply([configMap("a", { k: "1" })], ...words);
    expect([third.code, summaryOf(third)]).toEqual([
      0,
      "1 object: 1 unchanged   (dry run: nothing was stored)",
    ]);
  });
});

describe("apply", () => {
  clusterTest("writes under the name that it is given, else its own", async () => {
    await apply([configMap("a", { k: "1" })]);
    await apply([configMap("b", { k: "1" })], "--field-manager", "me");
    expect((await live("a"))?.metadata.managedFields).toMatchObject([{ manager: "churngate" }]);
    expect((await live("b"))?.metadata.managedFields).toMatchObject([{ manager: "me" }]);
  });

  clusterTest("makes a namespace and a kind before what needs them, in a dry run too", async () => {
    const other = `${namespace}-other`;
    const group = `${namespace}.example.com`;
    const set = [
      { apiVersion: `${group}/v1`, kind: "Widget", metadata: { name: "w", namespace: other }, spec: {} },
      configMap("a", {}, { namespace: other }),
      {
        apiVersion: "apiextensions.k8s.io/v1",
        kind: "CustomResourceDefinition",
        metadata: { name: `widgets.${group}` },
        spec: {
          group,
          scope: "Namespaced",
          names: { kind: "Widget", plural: "widgets", singular: "widget", listKind: "WidgetList" },
          versions: [
            {
              name: "v1",
              served: true,
              storage: true,
              schema: {
                openAPIV3Schema: {
                  type: "object",
                  properties: { spec: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
                },
              },
            },
          ],
        },
      },
      { apiVersion: "v1", kind: "Namespace", metadata: { name: other } },
    ];
    const explained = await command(["explain"], { objects: set, namespace });
    expect([explained.code, summaryOf(explained), explained.err]).toEqual([1, "4 objects: 4 to create", ""]);
    const dry = await apply(set, "--dry-run");
    expect([dry.code, dry.err]).toEqual([1, ""]);
    const outcome = await apply(set);
    expect([outcome.code, summaryOf(outcome), outcome.err]).toEqual([0, "4 objects: 4 created", ""]);
    // In the order of the input.
    expect(outcome.out.split("\n").map((line) => line.split(" ")[0])).toEqual([
      `${other}/w`,
      `${other}/a`,
      `widgets.${group}`,
      other,
      "4",
      "",
    ]);
    const again = await apply(set);
    expect([again.code, summaryOf(again)]).toEqual([0, "4 objects: 4 unchanged"]);
  });

  clusterTest("goes on after an object that fails, and exits with 2", async () => {
    const bad = {
      apiVersion: "v1",
      kind: "Service",
      metadata: { name: "bad" },
      spec: { ports: [{ port: 0 }] },
    };
    const outcome = await apply([
      configMap("a", {}),
      bad,
      configMap("b", {}, { namespace: "missing" }),
      { apiVersion: "example.com/v1", kind: "Nothing", metadata: { name: "n" } },
      configMap("a", {}),
    ]);
    expect([outcome.code, summaryOf(outcome)]).toEqual([2, "5 objects: 1 created, 4 failed"]);
    expect(outcome.out.split("\n").map((line) => line.replace(/ {2,}/g, "  "))).toEqual([
      expect.stringMatching(/\/a {2}ConfigMap \(v1\) {2}created {2}/),
      `${namespace}/bad  Service (v1)  FAILED  invalid: desired.json:2`,
      "missing/b  ConfigMap (v1)  FAILED  namespace-not-found: desired.json:3",
      "n  Nothing (example.com/v1)  FAILED  kind-not-found: desired.json:4",
      `${namespace}/a  ConfigMap (v1)  FAILED  duplicate-object: desired.json:5`,
      "5 objects: 1 created, 4 failed",
      "",
    ]);
    expect(outcome.err).toContain(
      `desired.json:2: Service ${namespace}/bad: Service "bad" is invalid: [spec.ports[0].port: `,
    );
    expect(outcome.err).toContain(
      'desired.json:3: ConfigMap missing/b: namespaces "missing" not found\nkubectl create namespace missing',
    );
    expect(outcome.err).toContain(
      "desired.json:4: Nothing n: the server does not serve Nothing in example.com/v1\n",
    );
    expect(outcome.err).toContain(
      `desired.json:5: ConfigMap ${namespace}/a: the same object stands at desired.json:1 already\n`,
    );
  });

  clusterTest("says what is blocked, and exits with 3", async () => {
    const claim = (mode: string) => ({
      apiVersion: "v1",
      kind: "PersistentVolumeClaim",
      metadata: { name: "c" },
      spec: { accessModes: [mode], resources: { requests: { storage: "1Gi" } } },
    });
    await apply([claim("ReadWriteOnce")]);
    const outcome = await apply([claim("ReadWriteMany"), configMap("a", {})]);
    expect([outcome.code, summaryOf(outcome)]).toEqual([3, "2 objects: 1 created, 1 blocked"]);
    expect(outcome.out).toContain("BLOCKED    exact  spec.accessModes is immutable");
    const dry = await apply([claim("ReadWriteMany"), configMap("b", {})], "--dry-run");
    expect(dry.code).toBe(1);
  });

  clusterTest("leaves others' fields to them with --no-force", async () => {
    const theirs = configMap("a", { k: "theirs" }, { namespace }) as Parameters<Client["apply"]>[0];
    await client.apply(theirs, { fieldManager: "them" });
    const outcome = await apply([configMap("a", { k: "ours" })], "--mode", "apply", "--no-force");
    expect(outcome.code).toBe(3);
    expect(outcome.out).toContain("BLOCKED    exact  them owns data.k");
    expect((await live("a"))?.data).toEqual({ k: "theirs" });
    expect((await apply([configMap("a", { k: "ours" })], "--mode", "apply")).code).toBe(0);
    expect((await live("a"))?.data).toEqual({ k: "ours" });
  });

  clusterTest("leaves an object alone that is annotated so, as explain says", async () => {
    const annotations = { "churngate.dev/unmanaged": "true" };
    await client.create({
      ...(configMap("a", { k: "1" }) as Parameters<Client["create"]>[0]),
      metadata: { name: "a", namespace, annotations },
    });
    const desired = [configMap("a", { k: "2" })];
    const said = 'live is left alone: churngate.dev/unmanaged is "true"';
    const explained = await command(["explain"], { objects: desired, namespace });
    expect([explained.code, explained.out]).toEqual([
      0,
      expect.stringContaining(`skip     exact  nothing to write; ${said}`),
    ]);
    const outcome = await apply(desired);
    expect([outcome.code, outcome.out]).toEqual([0, expect.stringContaining(`unchanged  exact  ${said}`)]);
    expect((await live("a"))?.data).toEqual({ k: "1" });
  });

  clusterTest("prints no value of a Secret, whether written, refused or quoted", async () => {
    const secret = (name: string, value: unknown, type = "Opaque") => ({
      apiVersion: "v1",
      kind: "Secret",
      metadata: { name },
      type,
      stringData: { password: value },
    });
    const printed: string[] = [];
    for (const mode of ["replace", "apply", "merge"]) {
      const name = `s-${mode}`;
      for (const value of ["hunter2-first", "hunter2-second", ["hunter2-list"], 2718281828]) {
        for (const format of ["text", "json", "yaml"]) {
          // Under apply, some of these are answered with a failure that may pass.
          const words = ["--mode", mode, "-o", format, "--timeout", "500ms"];
          const { out, err } = await apply([secret(name, value)], ...words);
          printed.push(out, err);
        }
      }
      const retyped = secret(name, "hunter2-third", "kubernetes.io/basic-auth");
      const { out, err } = await apply([retyped], "--mode", mode);
      printed.push(out, err);
    }
    const all = printed.join("\n");
    expect(all).toContain("<secret sha256:");
    for (const value of ["hunter2-first", "hunter2-second", "hunter2-list", "hunter2-third", "2718281828"]) {
      expect(all).not.toContain(value);
      expect(all).not.toContain(Buffer.from(value).toString("base64"));
    }
  });

  clusterTest.each(["replace", "apply", "merge"])(
    "by %s, prints no value that only live has",
    async (mode) => {
      const base64 = Buffer.from("hunter2-live").toString("base64");
      const secret = { apiVersion: "v1", kind: "Secret", metadata: { name: "s", namespace } };
      await client.create({ ...secret, data: { old: base64 } });
      for (const words of [[], ["--dry-run"], ["-o", "json"], ["-o", "yaml"]]) {
        const refused = await apply(
          [{ ...secret, data: { p: "not/base64!" } }],
          "--mode",
          mode,
          ...words,
          "--timeout",
          "500ms",
        );
        const printed = refused.out + refused.err;
        expect(printed).toContain("its words are left out, since they may quote a secret");
        for (const value of ["hunter2-live", base64, "not/base64!"]) expect(printed).not.toContain(value);
      }
    },
  );

  clusterTest("prints a document of its contract", async () => {
    const read = (name: string) => JSON.parse(readFileSync(`schemas/${name}.schema.json`, "utf8"));
    const validate = new Ajv2020({ allowUnionTypes: true })
      .addSchema(read("decision"), "decision.schema.json")
      .compile(read("apply"));
    await apply([configMap("old", { k: "1" }), configMap("same", {})]);
    const { code, out } = await apply(
      [
        configMap("old", { k: "2" }),
        configMap("same", {}),
        configMap("new", {}),
        configMap("no", {}, { namespace: "missing" }),
      ],
      "-o",
      "json",
    );
    const document = JSON.parse(out);
    expect([code, validate(document), validate.errors]).toEqual([2, true, null]);
    expect(
      document.objects.map((each: { name: string; result: string }) => [each.name, each.result]),
    ).toEqual([
      ["old", "updated"],
      ["same", "unchanged"],
      ["new", "created"],
    ]);
    expect(document.errors).toMatchObject([{ name: "no", code: "namespace-not-found" }]);
    expect(document.summary).toMatchObject({ objects: 4, created: 1, updated: 1, unchanged: 1, failed: 1 });
  });

  clusterTest("interrupted, says what was done and what not, and exits with 130", async () => {
    const objects = Array.from({ length: 60 }, (_, index) => configMap(`c-${index}`, {}));
    const controller = new AbortController();
    const onOut = (text: string) => {
      if (text.startsWith(`${namespace}/c-4 `)) controller.abort(new Interruption(130));
    };
    const outcome = await command(["apply", "--concurrency", "3"], {
      objects,
      namespace,
      signal: controller.signal,
      onOut,
    });
    expect(outcome.code).toBe(130);
    expect(outcome.out.match(/^\S+c-[0-4] .* created /gm)).toHaveLength(5);
    expect(outcome.out).toMatch(/^\S+c-59 .* NOT DONE {3}interrupted$/m);
    expect(summaryOf(outcome)).toMatch(
      /^60 objects: \d+ created, \d+ not done(, \d unknown)? {3}\(interrupted\)$/,
    );
    for (const [, name = ""] of outcome.out.matchAll(/^[^/\s]+\/(c-\d+) .* created /gm))
      expect(await live(name)).toBeDefined();
    for (const [, name = ""] of outcome.out.matchAll(/^[^/\s]+\/(c-\d+) .* NOT DONE /gm))
      expect(await live(name)).toBeUndefined();
  });
});
