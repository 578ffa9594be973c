import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeEach, describe, expect, test } from "vitest";
import { loadEngine } from "../../../../src/cli/load-engine.js";
import { Interruption } from "../../../../src/cli/shell.js";
import type { WatchDocument } from "../../../../src/cli/watch/document.js";
import type { JsonObject } from "../../../../src/core/json.js";
import { cli, folder, type Outcome } from "../helper.js";
import { Seeing } from "./seeing.js";
import { WatchedServer } from "./server.js";

let server: WatchedServer;
beforeEach(async () => {
  server = await WatchedServer.start();
});

interface Running {
  readonly seeing: Seeing;
  readonly outcome: Promise<Outcome>;
  readonly end: () => Promise<Outcome>;
}

function start(words: readonly string[]): Running {
  const interruption = new AbortController();
  const cwd = folder({ "home/.kube/config": server.kubeconfig });
  const seeing = new Seeing();
  const { signal } = interruption;
  const env = { HOME: `${cwd}/home` };
  const outcome = cli(["watch", ...words], {
    cwd,
    env,
    factory: loadEngine,
    cluster: seeing.connect,
    signal,
  });
  return {
    seeing,
    outcome,
    end() {
      interruption.abort(new Interruption(130));
      return outcome;
    },
  };
}

/** Runs it with so many watches, until what is sent has arrived, and interrupts it then. */
async function watched(words: readonly string[], watches: number, happen?: () => Sent): Promise<Outcome> {
  const { seeing, outcome, end } = start(words);
  await Promise.race([seeing.isOpen(watches), outcome]);
  const last = happen?.();
  if (last !== undefined) await seeing.has(last.kind, "a", last.version);
  return end();
}

/** The last event that was sent. */
interface Sent {
  readonly kind: string;
  readonly version: string;
}

function owned(manager: string, second: number, fields: JsonObject): JsonObject {
  const time = `2026-01-01T00:${String(Math.floor(second / 60)).padStart(2, "0")}:${String(second % 60).padStart(2, "0")}Z`;
  return { manager, operation: "Update", apiVersion: "v1", time, fieldsType: "FieldsV1", fieldsV1: fields };
}

function object(kind: string, data: JsonObject, managedFields: readonly JsonObject[] = []): JsonObject {
  const metadata = { name: "a", namespace: "demo", uid: "1", managedFields };
  return { apiVersion: "v1", kind, metadata, data };
}

/** Two put their values over each other's, so many times each. */
function fight(kind: string, times: number, values: readonly [string, string]): Sent {
  const plural = `${kind.toLowerCase()}s`;
  const fields = { "f:data": { "f:k": {} } };
  let version = server.send(plural, "ADDED", object(kind, { k: "first" }));
  for (let time = 0; time < times; time++) {
    for (const [turn, manager] of ["one", "two"].entries()) {
      const managed = [owned(manager, 2 * time + turn, fields)];
      version = server.send(plural, "MODIFIED", object(kind, { k: values[turn] ?? "" }, managed));
    }
  }
  return { kind, version };
}

const ajv = new Ajv2020({ strict: false, formats: { "date-time": true } });
for (const name of ["rule", "watch"])
  ajv.addSchema(JSON.parse(readFileSync(`schemas/${name}.schema.json`, "utf8")), `${name}.schema.json`);

function documentOf({ out }: Outcome): WatchDocument {
  const document = JSON.parse(out) as WatchDocument;
  if (!ajv.validate("watch.schema.json", document)) throw new Error(ajv.errorsText());
  return document;
}

describe("watch", () => {
  test("prints who churns when it is interrupted, and ends well", async () => {
    const { code, out, err } = await watched(["configmaps"], 1, () => fight("ConfigMap", 4, ["1", "2"]));
    expect([code, err]).toEqual([0, ""]);
    const text = out
      .replace(/for [\d.]+ m?s/, "for 0 s")
      .replaceAll(/[\d,.]+ a minute/g, "N a minute")
      .replace(/[\d.]+ +one, two$/m, "N  one, two");
    expect(text).toBe(`\
watched 1 kind, 1 object, for 0 s; 8 updates, by what they changed: puts a value back 6, a real change 2

one, two put data.k back and forth  ConfigMap (v1)  6 updates, N a minute; 1 object
  paths    data.k  first <-> "1" <-> "2"  (6)
  objects  demo/a 6
  fix      Let one give way to two, by this rule of its gate (ignore).
           rules/core/ConfigMap.json:
           {
             "format": 1,
             "group": "",
             "kind": "ConfigMap",
             "extends": true,
             "why": "Several write these fields, each over the others.",
             "ignore": [{"path":"data.k","why":"written by two"}]
           }

MOST UPDATED  KIND       UPDATES  A MINUTE  BY
demo/a        ConfigMap  8        N  one, two

A write that the server finds to change nothing raises no event, so that nobody can watch it: churngate audit finds it in the audit log.
`);
  });

  test.each([
    ["churn", 4, 1],
    ["none", 1, 0],
  ])("--fail-on-churn: %s", async (_name, times, exit) => {
    const { code } = await watched(["configmaps", "--fail-on-churn"], 1, () =>
      fight("ConfigMap", times, ["1", "2"]),
    );
    expect(code).toBe(exit);
  });

  test("-o json prints a document of its schema", async () => {
    const outcome = await watched(["configmaps", "-n", "demo", "-o", "json"], 1, () =>
      fight("ConfigMap", 4, ["1", "2"]),
    );
    expect(documentOf(outcome)).toMatchObject({
      format: "watch/1",
      writes: 8,
      effects: { change: 2, flip: 6 },
      findings: [
        { what: "flips", managers: ["one", "two"], worst: [{ namespace: "demo", name: "a", writes: 6 }] },
      ],
      writers: [
        { manager: "one", writes: 4 },
        { manager: "two", writes: 4 },
      ],
      kinds: [{ apiVersion: "v1", kind: "ConfigMap", namespace: "demo" }],
      notes: [{ code: "no-ops-unseen" }],
    });
  });

  test.each(["json", "text"])("values of Secrets are digests: -o %s", async (format) => {
    const { out } = await watched(["secrets", "-o", format], 1, () =>
      fight("Secret", 4, ["c2VjcmV0", "aGlkZGVu"]),
    );
    expect(out).toContain("data.k");
    expect(out).toContain("sha256:");
    expect(out).not.toMatch(/c2VjcmV0|aGlkZGVu/);
  });

  test("asks the server for the namespace and the labels, of a kind without namespaces for all", async () => {
    await watched(["configmaps,namespaces", "-n", "demo", "-l", "a=b,c!=d"], 2);
    const watches = server.asked.filter(({ searchParams }) => searchParams.get("watch"));
    expect(
      watches.map(({ pathname, searchParams }) => [pathname, searchParams.get("labelSelector")]).sort(),
    ).toEqual([
      ["/api/v1/namespaces", "a=b,c!=d"],
      ["/api/v1/namespaces/demo/configmaps", "a=b,c!=d"],
    ]);
  });

  test.each([
    ["of all namespaces", [], ["ConfigMap", "Namespace"]],
    ["of one", ["-n", "demo"], ["ConfigMap"]],
    ["of all, whatever else is said", ["-n", "demo", "-A"], ["ConfigMap", "Namespace"]],
  ])("without a name, the kinds that somebody states: %s", async (_name, words, kinds) => {
    const outcome = await watched([...words, "-o", "json"], kinds.length);
    expect(documentOf(outcome).kinds.map(({ kind }) => kind)).toEqual(kinds);
  });

  test("a kind that is not allowed: noted where it was not named", async () => {
    server.forbidden.add("namespaces");
    const outcome = await start(["-o", "json", "--for", "1ms"]).outcome;
    expect(outcome.code).toBe(0);
    expect(documentOf(outcome)).toMatchObject({
      kinds: [{ kind: "ConfigMap" }],
      notes: [
        { code: "no-ops-unseen" },
        { code: "not-watched", apiVersion: "v1", kind: "Namespace", why: "namespaces is forbidden" },
      ],
    });
  });

  test.each([
    ["named", ["configmaps,namespaces"], ["namespaces"]],
    ["none left", [], ["configmaps", "namespaces"]],
  ])("a kind that is not allowed: %s", async (_name, words, forbidden) => {
    for (const plural of forbidden) server.forbidden.add(plural);
    const { code, out, err } = await start(words).outcome;
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(
      /^error: \w+ of v1 cannot be watched: \w+ is forbidden\nIt takes the verbs list and watch/,
    );
  });

  test("goes on where the connection is lost and where its version is gone; what was missed accuses nobody", async () => {
    const { seeing, end } = start(["configmaps", "-o", "json"]);
    await seeing.isOpen(1);
    const { kind, version } = fight("ConfigMap", 2, ["1", "2"]);
    await seeing.has(kind, "a", version);
    server.cut("configmaps");
    await seeing.isOpen(2);
    const again = fight("ConfigMap", 1, ["1", "2"]);
    await seeing.has(kind, "a", again.version);
    // Meanwhile somebody has set it to something, once or more.
    const moved = object("ConfigMap", { k: "1" }, [owned("three", 50, { "f:data": { "f:k": {} } })]);
    const metadata = { ...(moved.metadata as JsonObject), resourceVersion: "1000" };
    server.objects.configmaps = [{ ...moved, metadata }];
    server.expire("configmaps");
    await seeing.isOpen(3);
    const last = fight("ConfigMap", 1, ["2", "1"]);
    await seeing.has(kind, "a", last.version);
    const document = documentOf(await end());
    expect(document).toMatchObject({ findings: [], missed: 1, notes: [{}, { code: "missed", steps: 1 }] });
    expect(document.writes).toBe(10);
  });

  test("--for ends it by itself; a signal before is an exit code of its own", async () => {
    expect((await start(["configmaps", "--for", "1ms"]).outcome).code).toBe(0);
    const { code, out } = await watched(["configmaps", "--for", "10m"], 1);
    expect([code, out]).toEqual([130, expect.stringContaining("no churn found")]);
  });

  test.each([
    [["configmap", "--for", "soon"], "error: --for soon: not a duration"],
    [["configmap", "--memory", "-1"], "error: --memory -1: not a number of MiB"],
    [["configmpa"], "error: the server serves no configmpa\nDid you mean configmap"],
    [["configmap", "-o", "yaml"], "error: --output yaml: not one of text, json"],
  ])("%j: says what is wrong", async (words, message) => {
    const { code, out, err } = await start(words).outcome;
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(message);
  });
});
