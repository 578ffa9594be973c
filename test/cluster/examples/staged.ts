import { isObject, type JsonObject, type KubeObject as Wire } from "../../../src/core/json.js";
import { mergePatch } from "../../../src/core/merge/patch.js";
import type { RuleCase } from "../../../src/rules/cases/cases.js";
import type { Client, KubeObject } from "../../../tools/cluster/types.d.ts";
import { accepted } from "./controller.js";
import { type ExampleKind, placed } from "./example.js";

/** True of a case whose live object can be had from a server: it states no managedFields of its own. */
export function canBeStaged({ live }: RuleCase): boolean {
  const metadata = (live as JsonObject | null | undefined)?.metadata;
  return !isObject(metadata) || metadata.managedFields === undefined;
}

/** Has the server hold the live object of a case, written by those who wrote it; nothing where there is none. */
export async function stage(
  client: Client,
  { table, writes, gate }: ExampleKind,
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
  else {
    const created = gate.decide(first as Wire, undefined);
    if (created.verdict !== "create") throw new Error(created.verdict);
    const payload = created.payload() as KubeObject;
    const by = { fieldManager: writes.fieldManager ?? "controller" };
    accepted(await (writes.mode === "apply" ? client.apply(payload, by) : client.create(payload, by)));
  }
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
