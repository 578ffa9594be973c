// What the probe finds on this server is what the facts keep: `npm run probe` for a few kinds.
import { describe, expect } from "vitest";
import { guarded } from "../../tools/probe/guard.mjs";
import { differences, differencesByName, readKept, readUnique } from "../../tools/probe/kept-facts.mjs";
import { kindFacts, readTypes } from "../../tools/probe/known.mjs";
import { probeServed } from "../../tools/probe/run.mjs";
import { makeSubject } from "../../tools/probe/subject.mjs";
import type { JsonObject, Repeat } from "../../tools/probe/types.js";
import { repeatsOf } from "../../tools/probe/unique.mjs";
import { uniqueFrom } from "../../tools/probe/unique-facts.mjs";
import { clusterTest, freshNamespace, sharedClient, sharedCluster } from "./helper.js";

const KINDS = [
  { group: "core", kind: "ConfigMap" },
  { group: "core", kind: "ResourceQuota" },
  { group: "storage.k8s.io", kind: "StorageClass" },
  { group: "rbac.authorization.k8s.io", kind: "RoleBinding" },
] as const;

const probing = () => guarded(sharedClient() as unknown as Parameters<typeof guarded>[0]);

describe("what an update may not change, asked of the server", { timeout: 120_000 }, () => {
  clusterTest.each(KINDS)("$kind", async (name) => {
    const client = probing();
    const { kinds } = await probeServed(client, sharedCluster().version, [name], () => {});
    const [found] = kinds;
    const kept = readKept(name.group, name.kind);
    if (kept === undefined || found === undefined) throw new Error(`${name.kind} is not kept, or not served`);
    expect(differences(kept, found.kept)).toEqual([]);
    expect(differences({ versions: found.kept.versions, immutable: [] }, found.kept)).not.toEqual([]);
  });
});

const SERVICES: readonly JsonObject[] = [
  { ports: [{ name: "a", port: 80 }] },
  { type: "NodePort", ports: [{ port: 80, nodePort: 32120 }] },
];

clusterTest("what no two ports of a Service share, asked of the server", { timeout: 120_000 }, async () => {
  const client = probing();
  const namespace = await freshNamespace(sharedClient());
  const [types, kind] = [await readTypes(client), kindFacts("core", "v1", "Service")];
  const repeats: Repeat[] = [];
  for (const [index, spec] of SERVICES.entries()) {
    const metadata = { name: `asked-${index}`, namespace };
    const subject = await makeSubject(client, { apiVersion: "v1", kind: "Service", metadata, spec }, true);
    repeats.push(...(await repeatsOf(subject, kind, types, new Set())));
    await client.delete(subject.desired);
  }
  const found = uniqueFrom(repeats, sharedCluster().version);
  const kept = Object.entries(readUnique()).filter(([list]) => list in found);
  expect(kept).toHaveLength(1);
  expect(differencesByName(Object.fromEntries(kept), found)).toEqual([]);
});
