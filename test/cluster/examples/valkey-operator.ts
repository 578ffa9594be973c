import type { KubeObject } from "../../../src/core/json.js";
import { bundledRules, compileRules, createGate, type Gate } from "../../../src/index.js";
import { readRuleDirectory } from "../../../src/rules/load.js";
import type { RuleData } from "../../../src/rules/set.js";
import type { Client } from "../../../tools/cluster/types.d.ts";
import { basesIn, EXAMPLES, exampleKinds } from "./example.js";
import { Operator } from "./operator.js";
import { customFacts, customObjects } from "./valkey.js";

const RULES = "valkey-operator/rules";
export const kinds = await exampleKinds(RULES, "replace");

/** The origin's rules; `above`: with these on top. */
export async function gateWith(...above: readonly RuleData[]): Promise<Gate> {
  const custom = { rules: [], facts: customFacts };
  const rules = compileRules([
    bundledRules,
    await readRuleDirectory(`${EXAMPLES}${RULES}`),
    custom,
    ...above,
  ]);
  return createGate({ rules });
}

const HASH = { annotation: "valkey.example.com/applied-hash", drift: "exact" } as const;
/** With the comparison of the bundled rules in place of none. */
export const comparing: RuleData = {
  rules: [{ group: "monitoring.coreos.com", kind: "ServiceMonitor", strategy: "exact", why: "As bundled." }],
};
/** With a look at live, too, where a fingerprint decides. */
export const looking: RuleData = {
  rules: [
    { group: "apps", kind: "StatefulSet", extends: true, why: "Edits by hand too.", hash: HASH },
    { group: "batch", kind: "CronJob", extends: true, why: "Edits by hand too.", hash: HASH },
  ],
};

/** The one write of a pass in which nothing has to be written: the rule set says unconditional of the ServiceMonitor. */
export const ALWAYS = "update servicemonitors";

const PLURALS: Readonly<Record<string, string>> = {
  ConfigMap: "configmaps",
  CronJob: "cronjobs",
  CustomResourceDefinition: "customresourcedefinitions",
  NetworkPolicy: "networkpolicies",
  PodDisruptionBudget: "poddisruptionbudgets",
  Service: "services",
  ServiceMonitor: "servicemonitors",
  StatefulSet: "statefulsets",
  Valkey: "valkeys",
};
/** One request for each object. */
export const all = (verb: string): readonly string[] =>
  Object.values(PLURALS)
    .map((plural) => `${verb} ${plural}`)
    .sort();
/** What a pass sends that writes one object of this kind beside what it always writes. */
export const writing = (kind: string): readonly string[] =>
  [...new Set([`update ${PLURALS[kind]}`, ALWAYS])].sort();

/** The objects of the example, with the definition of a kind of the operator's own and one of it. */
export function startOperator(admin: Client, gate: Gate): Promise<Operator> {
  return Operator.of(
    admin,
    gate,
    async (namespace): Promise<readonly KubeObject[]> => [
      ...(await basesIn(admin, kinds, namespace)),
      ...customObjects(namespace),
    ],
  );
}
