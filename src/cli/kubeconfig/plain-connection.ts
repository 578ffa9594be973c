import { readFileSync } from "node:fs";
import { Agent } from "node:https";
import type { KubeConfigLike } from "../../adapter/client-node/kube-config.js";
import { type JsonObject, member } from "../../core/json.js";
import { textMember, wrong } from "./read.js";
import type { Target } from "./types.js";

/** What takes more than this file to reach a cluster: another program, a provider's own login, a proxy. */
const NOT_PLAIN = { user: ["exec", "auth-provider"], cluster: ["proxy-url"] } as const;

/**
 * A target's connection where it needs no more than certificates, a token or a password; undefined where it does.
 * @throws CommandError `bad-kubeconfig` for a file that cannot be read
 */
export function plainConnection({ server, cluster, user }: Target): KubeConfigLike | undefined {
  if (has(user, NOT_PLAIN.user) || has(cluster, NOT_PLAIN.cluster)) return undefined;
  const tls = server.startsWith("http:") ? {} : tlsOf(cluster, user);
  const agent = server.startsWith("http:") ? undefined : new Agent(tls);
  const headers = headersOf(user);
  const username = textMember(user, "username");
  const auth = username === undefined ? undefined : `${username}:${textMember(user, "password") ?? ""}`;
  return {
    getCurrentCluster: () => ({ server }),
    applyToHTTPSOptions: async (options) => {
      Object.assign(options, tls, { agent, headers }, auth !== undefined && { auth });
    },
  };
}

function has(entry: JsonObject, keys: readonly string[]): boolean {
  return keys.some((key) => (member(entry, key) ?? null) !== null);
}

/** As Node's TLS takes it. */
function tlsOf(cluster: JsonObject, user: JsonObject): object {
  const servername = textMember(cluster, "tls-server-name");
  return {
    ...pem("ca", cluster, "certificate-authority"),
    ...pem("cert", user, "client-certificate"),
    ...pem("key", user, "client-key"),
    ...(servername !== undefined && { servername }),
    ...(member(cluster, "insecure-skip-tls-verify") === true && { rejectUnauthorized: false }),
  };
}

/** What stands in the kubeconfig goes before a file that it names, as for kubectl. */
function pem(name: string, entry: JsonObject, key: string): object {
  const data = textMember(entry, `${key}-data`);
  if (data !== undefined) return { [name]: Buffer.from(data, "base64") };
  const file = textMember(entry, key);
  return file === undefined ? {} : { [name]: readFrom(file, key) };
}

function headersOf(user: JsonObject): Readonly<Record<string, string>> {
  const token = textMember(user, "token");
  const as = textMember(user, "as");
  return {
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    ...(as !== undefined && { "Impersonate-User": as }),
  };
}

function readFrom(file: string, key: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
    throw wrong(file, `the ${key} cannot be read (${code})`);
  }
}
