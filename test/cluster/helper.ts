import { inject, test } from "vitest";
import { createClient } from "../../tools/cluster/client.mjs";
import type { Client, Connection } from "../../tools/cluster/types.d.ts";

const shared = inject("cluster");
if ("why" in shared && !shared.optional) throw new Error(shared.why);

/** Can an API server be had here? */
export const given = !("why" in shared);

/** A test that is skipped where no API server can be had. */
export const clusterTest: ReturnType<typeof test.skipIf> = test.skipIf(!given);

/** Of the API server that the tests of this folder share. */
export function sharedCluster(): Connection & { readonly version: string; readonly auditLog: string } {
  if ("why" in shared) throw new Error(shared.why);
  return shared;
}

/** Of the same. */
export function sharedClient(): Client {
  return createClient(sharedCluster());
}

/** A client, and a namespace that nobody else writes to. */
export async function freshPlace(): Promise<{ client: Client; namespace: string }> {
  const client = sharedClient();
  return { client, namespace: await freshNamespace(client) };
}

/** A namespace that nobody else writes to. */
export async function freshNamespace(
  client: Client,
  labels: Readonly<Record<string, string>> = {},
): Promise<string> {
  const made = await client.create({
    apiVersion: "v1",
    kind: "Namespace",
    metadata: { generateName: "test-", labels },
  });
  if (made.code !== 201) throw new Error(made.body.message);
  return String(made.body.metadata.name);
}
