import { readFileSync } from "node:fs";
import { clientNodePort } from "../../adapter/client-node/index.js";
import type { KubeConfigLike } from "../../adapter/client-node/kube-config.js";
import type { JsonObject } from "../../core/json.js";
import { plainConnection } from "../kubeconfig/plain-connection.js";
import { wrong } from "../kubeconfig/read.js";
import { targetOf } from "../kubeconfig/target.js";
import type { Target } from "../kubeconfig/types.js";
import type { Settings } from "../settings.js";
import type { Shell } from "../shell.js";
import { loadClient } from "./client.js";
import type { Cluster } from "./cluster.js";

/** Reaches the cluster with the credentials of the kubeconfig; by the official client where they take more than the file has. */
export async function connect(settings: Settings, shell: Shell): Promise<Cluster> {
  const target = await targetOf(settings, shell);
  const { server, namespace } = target;
  // Without TLS nothing is there to verify, and, as for kubectl, no credentials are sent.
  const isPlain = server.startsWith("http:");
  const known: Target = isPlain
    ? { ...target, user: {}, cluster: { server, "insecure-skip-tls-verify": true } }
    : { ...target, user: knownUser(target) };
  const config = plainConnection(known) ?? (await clientConnection(known));
  return { port: clientNodePort(config), server, namespace };
}

/** The client takes a third of a second to load. */
async function clientConnection(target: Target): Promise<KubeConfigLike> {
  const client = await loadClient();
  const config = new client.KubeConfig();
  config.loadFromString(JSON.stringify(kubeconfigOf(target)));
  return config;
}

const IN_CLUSTER = "in-cluster";

/** What the client does not read in a user's entry, and what would make it somebody else. */
const NOT_READ = ["as-groups", "as-uid", "as-user-extra"];

/** A kubeconfig of the one context. */
function kubeconfigOf({ cluster, user, namespace, context = IN_CLUSTER }: Target): JsonObject {
  return {
    "current-context": context,
    clusters: [{ name: context, cluster }],
    users: [{ name: context, user }],
    contexts: [{ name: context, context: { cluster: context, user: context, namespace } }],
  };
}

/** A user's entry with nothing left to read, or that would be passed over. */
function knownUser({ user: { tokenFile, ...user }, context = IN_CLUSTER }: Target): JsonObject {
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
