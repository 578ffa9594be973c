import { createEnsurer } from "../../../src/adapter/ensurer.js";
import { isObject, type JsonObject, type KubeObject as Wire } from "../../../src/core/json.js";
import { mergePatch } from "../../../src/core/merge/patch.js";
import type { RuleCase } from "../../../src/rules/cases/cases.js";
import type { Client, KubeObject } from "../../../tools/cluster/types.d.ts";
import { clusterPort } from "../port.js";
import { accepted } from "./accepted.js";
import { type ExampleKind, placed } from "./example.js";

/** True of a case whose live object can be had from a server: it states no managedFields of its own. */
export function canBeStaged({ live }: RuleCase): boolean {
  const metadata = (live as JsonObject | null | undefined)?.metadata;
  return !isObject(metadata) || metadata.managedFields === undefined;
}

/** Has the server hold the live object of a case, written by those who wrote it; nothing where there is none. */
export async function stage(
  client: Client,
  { table, gate }: ExampleKind,
  row: RuleCase,
  name: string,
  namespace: string,
): Promise<void> {
  if (row.live === null) return;
  const place = (object: object): Promise<KubeObject> => placed(client, object, name, namespace);
  const first = await place(
    mergePatch(table.base as JsonObject, (row.applied ?? {}) as JsonObject) as JsonObject,
  );
  if (row.applied === null) accepted(await client.create(first, { fieldManager: "somebody-else" }));
  else await createEnsurer({ port: clusterPort(client), gate }).ensure(first as Wire);
  if (row.live !== undefined) accepted(await client.merge(first, row.live, { fieldManager: "kubectl-edit" }));
  for (const { manager, operation = "Apply", states } of row.others ?? []) {
    const { apiVersion, kind } = first;
    const body = await place({ apiVersion, kind, ...states });
    const by = { fieldManager: manager };
    accepted(
      await (operation === "Apply"
        ? client.apply(body, { ...by, force: true })
        : client.merge(body, states, by)),
    );
  }
}
