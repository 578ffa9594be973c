import { join } from "node:path";
import { connect } from "../../../src/cli/cluster/connect.js";
import { loadEngine } from "../../../src/cli/load-engine.js";
import type { Client } from "../../../tools/cluster/types.d.ts";
import { type CallOptions, cli, folder, type Outcome } from "../../unit/cli/helper.js";
import { sharedCluster } from "../helper.js";

export interface Access {
  readonly server?: string;
  readonly token?: string;
  readonly namespace?: string;
}

/** A kubeconfig of the shared API server. */
export function kubeconfig({ server, token, namespace }: Access = {}): string {
  const shared = sharedCluster();
  const cluster = {
    server: server ?? shared.server,
    "certificate-authority-data": Buffer.from(shared.ca).toString("base64"),
  };
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    "current-context": "test",
    contexts: [{ name: "test", context: { cluster: "test", user: "test", namespace } }],
    clusters: [{ name: "test", cluster }],
    users: [{ name: "test", user: { token: token ?? shared.token } }],
  });
}

export interface Call extends Access, Pick<CallOptions, "signal" | "onOut" | "env"> {
  readonly objects: readonly object[];
  /** More files, by name. */
  readonly files?: Readonly<Record<string, string>>;
}

/** Runs a command as the program does it, on these objects, each on a line of its own. */
export function command(words: readonly string[], { objects, files: more, ...call }: Call): Promise<Outcome> {
  const files = {
    "desired.json": objects.map((each) => JSON.stringify(each)).join("\n"),
    "home/.kube/config": kubeconfig(call),
    ...more,
  };
  const cwd = folder(files);
  const [name = "", ...options] = words;
  return cli([name, "-f", "desired.json", ...options], {
    cwd,
    env: { HOME: join(cwd, "home"), ...call.env },
    factory: loadEngine,
    cluster: connect,
    ...(call.signal && { signal: call.signal }),
    ...(call.onOut && { onOut: call.onOut }),
  });
}

/** The last line that was printed. */
export function summaryOf({ out }: Outcome): string {
  return out.trimEnd().split("\n").at(-1) ?? "";
}

const WRITES = /^apiserver_request_total\{(?=[^}]*verb="(?:POST|PUT|PATCH|APPLY)")[^}]*\} (\S+)$/gm;

/** How many writes of a resource the server has answered so far, dry runs included. */
export async function writesOf(resource: string, client: Client): Promise<number> {
  const { body } = await client.request("GET", "/metrics");
  const lines = [...String(body).matchAll(WRITES)].filter(([line]) =>
    line.includes(`resource="${resource}"`),
  );
  return lines.reduce((sum, [, count]) => sum + Number(count), 0);
}

/** A ConfigMap. */
export function configMap(name: string, data: object, metadata: object = {}): object {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name, ...metadata }, data };
}
