import { inspect } from "node:util";
import { describe, expect } from "vitest";
import { EnsureError } from "../../../src/adapter/ensure/ensure-error.js";
import type { EnsureEvent } from "../../../src/adapter/ensure/events.js";
import { createEnsurer } from "../../../src/adapter/ensurer.js";
import { apiErrorOf } from "../../../src/adapter/port/api-error.js";
import { NoAnswer } from "../../../src/adapter/port/no-answer.js";
import type { ClusterPort } from "../../../src/adapter/port/port.js";
import { MODES, type Mode } from "../../../src/core/decision.js";
import type { KubeObject } from "../../../src/core/json.js";
import { createGate } from "../../../src/rules/gate.js";
import { clusterTest, freshNamespace, sharedClient } from "../helper.js";
import { clusterPort } from "../port.js";
import { interposed } from "./ports.js";

const OURS = "hunter2-OURS";
const LIVE = "hunter2-LIVE";
const NUMBER = 918273645;

const base64 = (text: string): string => Buffer.from(text).toString("base64");
const SECRETS = [OURS, LIVE, String(NUMBER)].flatMap((text) => [text, base64(text).replace(/=+$/, "")]);

/** All that can be read in what a caller is given: by inspection, as JSON, and along the causes. */
function textOf(told: unknown): string {
  const texts = [
    inspect(told, { depth: Number.POSITIVE_INFINITY, maxStringLength: null, showHidden: true }),
    JSON.stringify(told),
  ];
  for (let at = told; at instanceof Error; at = at.cause)
    texts.push(at.message, at.stack ?? "", String(at), JSON.stringify(at));
  return texts.join("\n");
}

function expectSilent(told: unknown): void {
  const text = textOf(told);
  for (const secret of SECRETS) expect(text).not.toContain(secret);
}

type Fields = Partial<KubeObject> & Readonly<Record<string, unknown>>;

interface Stage {
  readonly ensurer: ReturnType<typeof createEnsurer>;
  readonly events: readonly EnsureEvent[];
  readonly port: ClusterPort;
  readonly namespace: string;
}

async function stage(mode: Mode, methods: Partial<ClusterPort> = {}): Promise<Stage> {
  const client = sharedClient();
  const port = clusterPort(client);
  const events: EnsureEvent[] = [];
  const ensurer = createEnsurer({
    port: interposed(port, methods),
    gate: createGate({ mode, fieldManager: "tester" }),
    onEvent: (event) => events.push(event),
    retry: { tries: 2, backoffMs: 1 },
  });
  return { ensurer, events, port, namespace: await freshNamespace(client) };
}

const secret = (namespace: string, { metadata, ...fields }: Fields): KubeObject => ({
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name: "s", namespace, ...metadata },
  ...fields,
});

/** What the server refuses, at least in one mode. */
const rows: readonly (readonly [what: string, fields: Fields])[] = [
  ["no base64", { data: { p: `${OURS}!` } }],
  ["a number in data", { data: { p: NUMBER } }],
  ["a number in stringData", { stringData: { p: NUMBER } }],
  ["a boolean, beside a value", { stringData: { p: true, q: OURS } }],
  ["an object for a value", { data: { p: { a: OURS } } }],
  ["a list for a value", { stringData: { p: [OURS] } }],
  ["a key that none can have", { stringData: { "k k": OURS } }],
  ["a value for data", { data: OURS }],
  ["a list for stringData", { stringData: [OURS] }],
  ["no certificate", { type: "kubernetes.io/tls", stringData: { "tls.crt": OURS } }],
  ["no JSON", { type: "kubernetes.io/dockerconfigjson", stringData: { ".dockerconfigjson": OURS } }],
  ["what the type requires is missing", { type: "kubernetes.io/basic-auth", stringData: { x: OURS } }],
  ["a type of another kind of value", { type: 1, stringData: { p: OURS } }],
  ["immutable that is no boolean", { immutable: "yes", stringData: { p: OURS } }],
  ["a name that none can have", { metadata: { name: "A b" }, stringData: { p: OURS } }],
  ["a label that none can have", { metadata: { labels: { "a b": "c d" } }, stringData: { p: OURS } }],
];

describe.each(MODES)("a Secret by %s: no error and no event has a value", (mode) => {
  describe.each(["none", "live"])("over %s", (over) => {
    clusterTest.each(rows)("%s", async (_what, fields) => {
      const { ensurer, events, port, namespace } = await stage(mode);
      if (over === "live")
        await port.create(secret(namespace, { data: { old: base64(LIVE), p: base64(LIVE) } }));
      const outcome = await ensurer.ensure(secret(namespace, fields)).catch((error: unknown) => error);
      expectSilent(events);
      if (!(outcome instanceof Error)) return expectSilent((outcome as { decision: unknown }).decision);
      expect(outcome).toBeInstanceOf(EnsureError);
      expectSilent(outcome);
    });
  });

  clusterTest("says what is wrong without the server's words", async () => {
    const { ensurer, namespace } = await stage(mode);
    const wrong = secret(namespace, { type: "kubernetes.io/tls", stringData: { "tls.crt": OURS } });
    const error: unknown = await ensurer.ensure(wrong).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: "invalid",
      status: 422,
      causes: [{ field: "data[tls.key]", reason: "FieldValueRequired" }],
      message: `Secret ${namespace}/s: the server answered 422 Invalid (FieldValueRequired data[tls.key]); its words are left out, since they may quote a secret`,
    });
  });

  const quoted = `cannot do ${OURS} over ${base64(LIVE)}`;
  const failures: readonly (readonly [what: string, thrown: () => unknown])[] = [
    ["a webhook's", () => apiErrorOf(403, status(`denied: ${OURS}`))],
    ["a failure that may pass", () => apiErrorOf(500, status("InternalError"))],
    ["text of a proxy", () => apiErrorOf(502, quoted)],
    ["another client's", () => Object.assign(new Error(quoted), { statusCode: 500, body: quoted })],
    ["another object's", () => new NoAnswer(quoted)],
    ["JSON that breaks off", () => new SyntaxError(quoted)],
    ["a broken connection's", () => Object.assign(new Error(quoted), { code: "ECONNRESET", sent: quoted })],
  ];
  function status(reason: string): object {
    const fields = [`data ${OURS}`, `data[k ${OURS}]`, `.data.k ${OURS}`, `.items["${OURS}"]`, quoted];
    const causes = fields.map((field) => ({ field, reason: quoted, message: quoted }));
    return { kind: "Status", reason, message: quoted, details: { kind: quoted, causes } };
  }

  clusterTest.each(failures)("%s words, of a write and of a read", async (_what, thrown) => {
    const fail = () => Promise.reject(thrown());
    const methods = { create: fail, replace: fail, apply: fail, merge: fail };
    for (const refused of [methods, { read: fail }]) {
      const { ensurer, events, namespace } = await stage(mode, refused);
      const error: unknown = await ensurer
        .ensure(secret(namespace, { stringData: { p: OURS } }))
        .catch((failed: unknown) => failed);
      expect(error).toBeInstanceOf(EnsureError);
      expectSilent(error);
      expectSilent(events);
    }
  });
});

clusterTest("prune's failures have no value either", async () => {
  const quoted = `cannot delete ${LIVE}`;
  const fail = () =>
    Promise.reject(apiErrorOf(403, { kind: "Status", reason: "Forbidden", message: quoted }));
  const { ensurer, events, port, namespace } = await stage("merge", { delete: fail });
  await port.create(secret(namespace, { metadata: { labels: { of: "us" } } }));
  const kinds = [{ apiVersion: "v1", kind: "Secret" }];
  const results = await ensurer.prune([], { kinds, namespace, labelSelector: "of=us" });
  expect(results).toMatchObject([{ result: "failed", error: { code: "forbidden", status: 403 } }]);
  expectSilent(results);
  expectSilent(events);
});
