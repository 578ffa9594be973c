import { expect } from "vitest";
import type { EnsureEvent } from "../../../src/adapter/ensure/events.js";
import type { Ensurer, EnsurerOptions } from "../../../src/adapter/ensure/types.js";
import { createEnsurer } from "../../../src/adapter/ensurer.js";
import type { ClusterPort, WriteOptions } from "../../../src/adapter/port/port.js";
import type { Mode } from "../../../src/core/decision.js";
import type { JsonObject, KubeObject } from "../../../src/core/json.js";
import { compileRules } from "../../../src/rules/compile.js";
import { createGate } from "../../../src/rules/gate.js";
import type { RuleLiteral, RuleSet } from "../../../src/rules/set.js";
import type { Client, KubeObject as Named } from "../../../tools/cluster/types.d.ts";
import { type Account, accountIn } from "../account.js";
import type { Where } from "../admission.js";
import { freshNamespace, sharedClient } from "../helper.js";
import { clusterPort } from "../port.js";

/** The port, with each request to write noted: `replace`, `dry-run replace`. */
export function noting(port: ClusterPort): { readonly port: ClusterPort; take(): readonly string[] } {
  const sent: string[] = [];
  const noted = <Given extends readonly unknown[]>(
    name: string,
    method: ((...given: Given) => Promise<KubeObject>) | undefined,
    optionsAt: number,
  ): object =>
    method === undefined
      ? {}
      : {
          [name]: (...given: Given) => {
            const { dryRun = false } = (given[optionsAt] ?? {}) as WriteOptions;
            sent.push(dryRun ? `dry-run ${name}` : name);
            return method(...given);
          },
        };
  const { create, replace, apply, merge } = port;
  const methods = [
    noted("create", create, 1),
    noted("replace", replace, 1),
    noted("apply", apply, 1),
    noted("merge", merge, 2),
  ];
  return { port: Object.assign({ ...port }, ...methods) as ClusterPort, take: () => sent.splice(0) };
}

/** Somebody else, whom no admission policy here asks about. */
let somebody: Promise<Account> | undefined;

/** A namespace of its own, and ensurers in it. */
export interface Stage {
  readonly client: Client;
  readonly port: ClusterPort;
  readonly namespace: string;
  /** Requests to write since this was last asked. */
  take(): readonly string[];
  readonly events: EnsureEvent[];
  /** An ensurer that remembers nothing yet. */
  ensurer(
    mode: Mode,
    more?: Partial<EnsurerOptions> & { readonly set?: RuleSet; readonly manager?: string },
  ): Ensurer;
  /** Somebody else changes the object, by a merge patch, as a service account: of no admission policy that asks who it is. */
  edit(of: KubeObject, patch: JsonObject): Promise<void>;
  live(of: KubeObject): Promise<JsonObject>;
}

/** @param labels of the namespace */
export async function staged(of: Pick<RuleLiteral, "group" | "kind">, labels: Where = {}): Promise<Stage> {
  const client = sharedClient();
  const namespace = await freshNamespace(client, labels);
  const { port, take } = noting(clusterPort(client));
  const events: EnsureEvent[] = [];
  const rules = { rules: [{ ...of, strategy: "observed" } as RuleLiteral] };
  const refOf = ({ apiVersion = "", kind = "", metadata }: KubeObject) => ({
    apiVersion,
    kind,
    namespace: metadata?.namespace,
    name: metadata?.name ?? "",
  });
  return {
    client,
    port,
    namespace,
    take,
    events,
    ensurer: (mode, { set = rules, manager = "ours", ...more } = {}) =>
      createEnsurer({
        port,
        gate: createGate({ mode, fieldManager: manager, rules: compileRules([set]) }),
        onEvent: (event) => events.push(event),
        ...more,
      }),
    async edit(object, patch) {
      somebody ??= accountIn(namespace, client);
      const person = await somebody;
      const { code, body } = await person.client.merge(object as Named, patch, { fieldManager: "somebody" });
      if (code !== 200) throw new Error(body.message);
    },
    async live(object) {
      const live = await port.read(refOf(object));
      expect(live).toBeDefined();
      return live as unknown as JsonObject;
    },
  };
}

/** What came of ensuring an object again and again: `updated not-as-observed`. */
export async function passes(
  ensurer: Ensurer,
  desired: KubeObject,
  times: number,
): Promise<readonly string[]> {
  const results: string[] = [];
  for (let pass = 0; pass < times; pass++) {
    const { result, decision } = await ensurer.ensure(desired);
    results.push(`${result} ${decision.reason.code}`);
  }
  return results;
}

/** The same result, so many times. */
export function times(count: number, result: string): readonly string[] {
  return Array.from({ length: count }, () => result);
}
