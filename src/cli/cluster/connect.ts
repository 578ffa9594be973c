import { readFileSync } from "node:fs";
import { clientNodePort } from "../../adapter/client-node/index.js";
import type { JsonObject } from "../../core/json.js";
import { wrong } from "../kubeconfig/read.js";
import { targetOf } from "../kubeconfig/target.js";
import type { Target } from "../kubeconfig/types.js";
import type { Settings } from "../settings.js";
import type { Shell } from "../shell.js";
import { loadClient } from "./client.js";
import type { Cluster } from "./cluster.js";

/** Reaches the cluster by the official client, with the credentials of the kubeconfig. */
export async function connect(settings: Settings, shell: Shell): Promise<Cluster> {
  const target = await targetOf(settings, shell);
  const client = await loadClient();
  const config = new client.KubeConfig();
  config.loadFromString(JSON.stringify(kubeconfigOf(target)));
  return { port: clientNodePort(config), server: target.server, namespace: target.namespace };
}

/** What the client does not read in a user's entry, and what would make it somebody else. */
const NOT_READ = ["as-groups", "as-uid", "as-user-extra"];

/** A kubeconfig of the one context. */
function kubeconfigOf({ server, cluster, user, namespace, context = "in-cluster" }: Target): JsonObject {
  // Without TLS nothing is there to verify, and, as for kubectl, no credentials are sent.
  const isPlain = server.startsWith("http:");
  return {
    "current-context": context,
    clusters: [{ name: context, cluster: isPlain ? { server, "insecure-skip-tls-verify": true } : cluster }],
    users: [{ name: context, user: isPlain ? {} : knownUser(user, context) }],
    contexts: [{ name: context, context: { cluster: context, user: context, namespace } }],
  };
}

/** A user's entry as the client reads it. */
function knownUser({ tokenFile, ...user }: JsonObject, context: string): JsonObject {
  const ignored = NOT_READ.find((key) => user[key] !== undefined);
  if (ignored !== undefined) {
    throw wrong(undefined, `context ${context}: its user has ${ignored}, which cannot be used`);
  }
  return typeof tokenFile === "string" && tokenFile !== "" ? { ...user, token: tokenIn(tokenFile) } : user;
}

function tokenIn(file: string): string {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
    throw wrong(file, `the token cannot be read (${code})`);
  }
}
