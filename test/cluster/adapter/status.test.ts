import { afterEach, describe, expect, vi } from "vitest";
import { createEnsurer } from "../../../src/adapter/ensurer.js";
import { MODES } from "../../../src/core/decision.js";
import type { KubeObject } from "../../../src/core/json.js";
import { compileRules } from "../../../src/rules/compile.js";
import { createGate } from "../../../src/rules/gate.js";
import type { RuleLiteral } from "../../../src/rules/set.js";
import { definitionOf } from "../../custom-resource-definition.js";
import { clusterTest, freshNamespace, sharedClient } from "../helper.js";
import { clusterPort } from "../port.js";
import { counted } from "./ports.js";

const METADATA = { name: "a" };
const TEMPLATE = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "a", image: "a" }] } };

let kinds = 0;

/** An object of a custom kind of its own, with these fields in its conditions. */
async function customKind(
  namespace: string,
  fields: readonly string[],
  subresources: object,
): Promise<string> {
  const kind = `Status${process.pid}n${kinds++}`;
  const properties = Object.fromEntries(fields.map((name) => [name, { type: "string" }]));
  const conditions = { type: "array", items: { type: "object", properties } };
  const status = { type: "object", properties: { conditions } };
  const names = { group: "status.example", kind, plural: kind.toLowerCase() };
  const definition = definitionOf({ ...names, subresources, schema: { properties: { status } } });
  const ensurer = createEnsurer({ port: clusterPort(sharedClient()), gate: createGate() });
  const made = await ensurer.ensureAll([definition, custom(kind, namespace)]);
  expect(made.map(({ result }) => result)).toEqual(["created", "created"]);
  return kind;
}

async function stage(mode: (typeof MODES)[number], rules: readonly RuleLiteral[] = []) {
  const client = sharedClient();
  const { port, take } = counted(clusterPort(client));
  const gate = createGate({ mode, fieldManager: "tester", rules: compileRules([{ rules }]) });
  const ensurer = createEnsurer({ port, gate, retry: { backoffMs: 1 } });
  return { ensurer, take, namespace: await freshNamespace(client) };
}

const ready = (status: string, more: object = {}) => ({ conditions: [{ type: "Ready", status, ...more }] });
const custom = (kind: string, namespace: string, more: object = {}): KubeObject =>
  ({ apiVersion: "status.example/v1", kind, metadata: { ...METADATA, namespace }, ...more }) as KubeObject;
const timeOf = (object: KubeObject | undefined): unknown =>
  (object as { status?: { conditions?: { lastTransitionTime?: string }[] } }).status?.conditions?.[0]
    ?.lastTransitionTime;

afterEach(() => vi.useRealTimers());

/** Some seconds later, by the ensurer's clock. */
function later(seconds: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(Date.now() + seconds * 1000) });
}

describe.each(MODES)("a status by %s", (mode) => {
  clusterTest("its times are filled in, and kept until a condition's status is another", async () => {
    const { ensurer, take, namespace } = await stage(mode);
    const kind = await customKind(namespace, ["type", "status", "message", "lastTransitionTime"], {
      status: {},
    });
    const first = await ensurer.ensureStatus(custom(kind, namespace, { status: ready("True") }));
    later(5);
    take();
    const same = await ensurer.ensureStatus(custom(kind, namespace, { status: ready("True") }));
    expect([same.result, take()]).toEqual(["unchanged", ["read"]]);
    const told = await ensurer.ensureStatus(
      custom(kind, namespace, { status: ready("True", { message: "x" }) }),
    );
    expect([told.result, timeOf(told.object)]).toEqual(["updated", timeOf(first.object)]);
    const moved = await ensurer.ensureStatus(custom(kind, namespace, { status: ready("False") }));
    expect(moved.result).toBe("updated");
    expect(String(timeOf(moved.object)) > String(timeOf(first.object))).toBe(true);
  });

  clusterTest("with a rule that does not say that times are incidental, too", async () => {
    const rule: RuleLiteral = {
      group: "apps",
      kind: "Deployment",
      subresource: "status",
      strategy: "exact",
      fields: ["status.conditions"],
      lists: [{ path: "status.conditions", keys: ["type"] }],
    };
    const { ensurer, namespace } = await stage(mode, [rule]);
    const metadata = { ...METADATA, namespace };
    const spec = { selector: { matchLabels: { a: "b" } }, template: TEMPLATE };
    const deployment = { apiVersion: "apps/v1", kind: "Deployment", metadata, spec };
    await ensurer.ensure(deployment);
    const desired = { ...deployment, status: ready("True") };
    expect((await ensurer.ensureStatus(desired)).result).toBe("updated");
    later(5);
    expect((await ensurer.ensureStatus(desired)).result).toBe("unchanged");
  });

  clusterTest("of a kind whose conditions have no time", async () => {
    const { ensurer, namespace } = await stage(mode);
    const kind = await customKind(namespace, ["type", "status"], { status: {} });
    const desired = custom(kind, namespace, { status: ready("True") });
    expect((await ensurer.ensureStatus(desired)).result).toBe("updated");
    later(5);
    expect((await ensurer.ensureStatus(desired)).result).toBe("unchanged");
    const other = custom(kind, namespace, { status: ready("False") });
    expect((await ensurer.ensureStatus(other)).result).toBe("updated");
    expect((await ensurer.ensureStatus(other)).result).toBe("unchanged");
  });

  clusterTest("of a kind that has no subresource for it, and that nobody described", async () => {
    const { ensurer, namespace } = await stage(mode);
    const kind = await customKind(namespace, ["type", "status"], {});
    const ensured = ensurer.ensureStatus(custom(kind, namespace, { status: ready("True") }));
    await expect(ensured).rejects.toMatchObject({ code: "kind-not-found" });
    await expect(ensured).rejects.toThrow("no status subresource");
  });
});
