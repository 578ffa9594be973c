import { closeSync, openSync, readSync } from "node:fs";
import { expect, vi } from "vitest";
import { createClient } from "../../tools/cluster/client.mjs";
import type { Client, KubeObject } from "../../tools/cluster/types.d.ts";
import { sharedCluster } from "./helper.js";

/** Somebody of its own, whose requests are counted at the server: by its audit log. */
export interface Account {
  readonly client: Client;
  readonly token: string;
  /** The same as `take`, as the server noted it: a verb, and a path with its query. */
  takeNoted(): readonly Noted[];
  /**
   * What the server was asked since this was last called: `get services`, `apply daemonsets`, `update deployments/status`; a path
   * where it was about no object.
   */
  take(): readonly string[];
}

/** An account that may do everything. */
export async function accountIn(namespace: string, admin: Client): Promise<Account> {
  const metadata = { name: "operator", namespace };
  await made(admin, { apiVersion: "v1", kind: "ServiceAccount", metadata });
  await made(admin, {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "ClusterRoleBinding",
    metadata: { name: `operator-${namespace}` },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "cluster-admin" },
    subjects: [{ kind: "ServiceAccount", ...metadata }],
  });
  const token = await tokenOf(admin, namespace);
  const client = createClient({ ...sharedCluster(), token });
  const takeNoted = () => requestsOf(`system:serviceaccount:${namespace}:operator`);
  const account = { client, token, takeNoted, take: () => takeNoted().map(nameOf) };
  // The server sees the binding a moment later.
  const isAllowed = async () => expect((await client.request("GET", "/api/v1/nodes")).code).toBe(200);
  await vi.waitFor(isAllowed, { timeout: 30_000, interval: 20 });
  account.take();
  return account;
}

async function made(admin: Client, object: KubeObject): Promise<void> {
  const { code, body } = await admin.create(object);
  if (code !== 201) throw new Error(body.message);
}

async function tokenOf(admin: Client, namespace: string): Promise<string> {
  const path = `/api/v1/namespaces/${namespace}/serviceaccounts/operator/token`;
  const { code, body } = await admin.request("POST", path, {
    body: { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: {} },
  });
  if (code !== 201) throw new Error(`no token: ${code}`);
  return (body as { readonly status: { readonly token: string } }).status.token;
}

/** A line of the audit log (audit.k8s.io/v1 Event), as far as it is read. */
export interface Noted {
  readonly verb: string;
  readonly requestURI: string;
  readonly user: { readonly username: string };
  readonly objectRef?: { readonly resource: string; readonly subresource?: string };
}

const byUser = new Map<string, Noted[]>();
let position = 0;

function requestsOf(user: string): readonly Noted[] {
  for (const line of newLines()) {
    const noted = JSON.parse(line) as Noted;
    const { username } = noted.user;
    byUser.set(username, [...(byUser.get(username) ?? []), noted]);
  }
  const found = byUser.get(user) ?? [];
  byUser.delete(user);
  return found;
}

/** What was written to the log since it was last read. A file of tests reads it from its beginning. */
function newLines(): readonly string[] {
  const file = openSync(sharedCluster().auditLog, "r");
  const chunks: Buffer[] = [];
  try {
    for (;;) {
      const chunk = Buffer.alloc(1 << 16);
      const length = readSync(file, chunk, 0, chunk.length, position);
      if (length === 0) break;
      position += length;
      chunks.push(chunk.subarray(0, length));
    }
  } finally {
    closeSync(file);
  }
  return Buffer.concat(chunks)
    .toString()
    .split("\n")
    .filter((line) => line !== "");
}

function nameOf({ verb, requestURI, objectRef }: Noted): string {
  if (objectRef === undefined) return `${verb} ${requestURI}`;
  const { resource, subresource } = objectRef;
  // Only an apply can be forced.
  const way = verb === "patch" && requestURI.includes("force=") ? "apply" : verb;
  return `${way} ${resource}${subresource === undefined ? "" : `/${subresource}`}`;
}
