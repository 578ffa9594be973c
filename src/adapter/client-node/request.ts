import { type ClientRequest, type IncomingMessage, request as plain } from "node:http";
import { type RequestOptions, request as secure } from "node:https";
import { printJson } from "../print-json.js";
import { untilAborted } from "./abort.js";
import { Agents } from "./agent.js";
import type { ApiRequest } from "./api-request.js";
import type { KubeConfigLike } from "./kube-config.js";

/** A request that was sent, and its answer as soon as that begins. */
export interface Sent {
  readonly request: ClientRequest;
  readonly answer: Promise<IncomingMessage>;
}

/** Sends requests as the KubeConfig says, which is asked anew for each. */
export type Sender = (request: ApiRequest) => Promise<Sent>;

export function createSender(kubeConfig: () => Promise<KubeConfigLike>, userAgent: string): Sender {
  const agents = new Agents();
  return async (request) => {
    const { signal } = request;
    signal?.throwIfAborted();
    return send(await untilAborted(targetOf(kubeConfig, agents), signal), request, userAgent);
  };
}

/** Where a request goes, and as whom. */
interface Target extends Pick<RequestOptions, "headers" | "auth" | "agent"> {
  readonly server: URL;
}

async function targetOf(kubeConfig: () => Promise<KubeConfigLike>, agents: Agents): Promise<Target> {
  const config = await kubeConfig();
  const cluster = config.getCurrentCluster();
  if (cluster === null) throw new Error("the KubeConfig has no current cluster");
  const options: RequestOptions = {};
  await config.applyToHTTPSOptions(options);
  const { headers, auth } = options;
  return { server: new URL(cluster.server), headers, auth, agent: agents.agentFor(options) };
}

function send(
  { server, headers: given, auth, agent }: Target,
  { method, path, body, contentType = "application/json", accept = "application/json", signal }: ApiRequest,
  userAgent: string,
): Sent {
  const payload = body === undefined ? undefined : printJson(body);
  const headers = {
    ...(given as Readonly<Record<string, string>> | undefined),
    Accept: accept,
    // A server packs what is large only, as for kubectl: a list is a tenth of its size then.
    "Accept-Encoding": "gzip",
    "User-Agent": userAgent,
    ...(payload !== undefined && {
      "Content-Type": contentType,
      "Content-Length": Buffer.byteLength(payload),
    }),
  };
  const open = server.protocol === "http:" ? plain : secure;
  const request = open({
    agent,
    auth,
    protocol: server.protocol,
    hostname: server.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: server.port,
    method,
    // Not through URL, which would take a name of ".." for a step up.
    path: `${server.pathname.replace(/\/+$/, "")}${path}`,
    headers,
    signal,
  });
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    request.on("response", resolve);
    // After the answer has begun, its own stream tells of faults.
    request.on("error", reject);
  });
  request.end(payload);
  return { request, answer };
}
