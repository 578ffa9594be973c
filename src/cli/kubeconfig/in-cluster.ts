import { existsSync, readFileSync } from "node:fs";
import { isIPv6 } from "node:net";
import { join } from "node:path";
import type { Shell } from "../shell.js";
import type { Target } from "./types.js";

/** Where a pod finds its service account. */
const SERVICE_ACCOUNT = "/var/run/secrets/kubernetes.io/serviceaccount";

/** The cluster that this process is a pod of, with its service account; undefined outside of one. */
export function inCluster(env: Shell["env"], folder = SERVICE_ACCOUNT): Target | undefined {
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } = env;
  const tokenFile = join(folder, "token");
  if (!host || !port || !existsSync(tokenFile)) return undefined;
  const server = `https://${isIPv6(host) ? `[${host}]` : host}:${port}`;
  return {
    server,
    context: undefined,
    namespace: env.POD_NAMESPACE || namespaceIn(folder),
    cluster: { server, "certificate-authority": join(folder, "ca.crt") },
    user: { tokenFile },
  };
}

function namespaceIn(folder: string): string | undefined {
  const file = join(folder, "namespace");
  return existsSync(file) ? readFileSync(file, "utf8").trim() || undefined : undefined;
}
