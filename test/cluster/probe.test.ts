// What the probe finds on this server is what the facts keep: `npm run probe` for a few kinds.
import { describe, expect } from "vitest";
import { guarded } from "../../tools/probe/guard.mjs";
import { differences, readKept } from "../../tools/probe/kept-facts.mjs";
import { probeServed } from "../../tools/probe/run.mjs";
import { clusterTest, sharedClient, sharedCluster } from "./helper.js";

const KINDS = [
  { group: "core", kind: "ConfigMap" },
  { group: "core", kind: "ResourceQuota" },
  { group: "storage.k8s.io", kind: "StorageClass" },
  { group: "rbac.authorization.k8s.io", kind: "RoleBinding" },
] as const;

describe("what an update may not change, asked of the server", { timeout: 120_000 }, () => {
  clusterTest.each(KINDS)("$kind", async (name) => {
    const client = guarded(sharedClient() as unknown as Parameters<typeof guarded>[0]);
    const { kinds } = await probeServed(client, sharedCluster().version, [name], () => {});
    const [found] = kinds;
    const kept = readKept(name.group, name.kind);
    if (kept === undefined || found === undefined) throw new Error(`${name.kind} is not kept, or not served`);
    expect(differences(kept, found.kept)).toEqual([]);
    expect(differences({ versions: found.kept.versions, immutable: [] }, found.kept)).not.toEqual([]);
  });
});
