import { fileURLToPath } from "node:url";
import type { Mode } from "../../../src/core/decision.js";
import type { KubeObject as Wire } from "../../../src/core/json.js";
import { createGate, type Gate, loadRules } from "../../../src/index.js";
import { type CaseTable, caseTables } from "../../../src/rules/cases/cases.js";
import { type Ownership, ownershipOf } from "../../../src/rules/cases/ownership.js";
import { type Writes, writesOf } from "../../../src/rules/cases/writes.js";
import { readRuleDirectory } from "../../../src/rules/load.js";
import type { Client, KubeObject } from "../../../tools/cluster/types.d.ts";

export const EXAMPLES = fileURLToPath(new URL("../../../examples/", import.meta.url));

/** A table of an example, and what decides for its kind. */
export interface ExampleKind extends CaseTable {
  readonly writes: Writes;
  readonly gate: Gate;
  readonly ownership: Ownership | undefined;
}

/**
 * The kinds of a rule set below examples; a Namespace comes first, since others are in it.
 * @param mode how tables write that do not say so
 */
export async function exampleKinds(dir: string, mode: Mode): Promise<readonly ExampleKind[]> {
  const folder = `${EXAMPLES}${dir}`;
  const rules = await loadRules({ dirs: [folder] });
  const kinds = caseTables(await readRuleDirectory(folder)).map((entry) => {
    const writes = writesOf(entry.table, { mode, fieldManager: undefined });
    const gate = createGate({ rules, ...writes });
    return { ...entry, writes, gate, ownership: ownershipOf(writes, gate, rules.facts) };
  });
  return kinds.sort((a, b) => Number(b.kind === "Namespace") - Number(a.kind === "Namespace"));
}

/** The object under another name, in another namespace where its kind has one. */
export async function placed(
  client: Client,
  object: object,
  name: string,
  namespace: string,
): Promise<KubeObject> {
  const { metadata, ...rest } = object as KubeObject;
  const resource = await client.resource(rest.apiVersion, rest.kind);
  const { namespace: _, ...own } = metadata ?? {};
  return { ...rest, metadata: { ...own, name, ...(resource?.namespaced && { namespace }) } };
}

/** The base object of each kind, as an operator in this namespace states it; a Namespace gets another name, since that one is there. */
export async function basesIn(
  client: Client,
  kinds: readonly ExampleKind[],
  namespace: string,
): Promise<readonly Wire[]> {
  const bases: Wire[] = [];
  for (const { table } of kinds) {
    const { kind, metadata } = table.base as Wire;
    const name = kind === "Namespace" ? `${namespace}-own` : String(metadata?.name);
    bases.push((await placed(client, table.base, name, namespace)) as Wire);
  }
  return bases;
}
