import { request as plain } from "node:http";
import { type RequestOptions, request as secure } from "node:https";
import { configure } from "safe-stable-stringify";
import type { Json } from "../../core/json.js";
import { exactJson } from "../exact-json.js";
import { apiErrorOf } from "../port/api-error.js";
import { NoAnswer } from "../port/no-answer.js";
import { untilAborted } from "./abort.js";
import { Agents } from "./agent.js";
import type { KubeConfigLike } from "./kube-config.js";

export interface ApiRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below the server's address, with the query. */
  readonly path: string;
  readonly body?: unknown;
  readonly contentType?: string;
  readonly signal?: AbortSignal | undefined;
}

/** Sends one request, and gives the parsed body of an answer of success. */
export type Transport = (request: ApiRequest) => Promise<Json>;

/**
 * JSON over Node's own https, so that no field is renamed or dropped and integers stay exact. How the server is reached, and as
 * whom, is up to the KubeConfig, which is asked anew for each request.
 */
export function createTransport(kubeConfig: () => Promise<KubeConfigLike>, userAgent: string): Transport {
  const agents = new Agents();
  return async (request) => {
    const { signal } = request;
    signal?.throwIfAborted();
    const target = await untilAborted(targetOf(kubeConfig, agents), signal);
    return untilAborted(exchange(target, request, userAgent), signal);
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

async function exchange(
  { server, headers: given, auth, agent }: Target,
  { method, path, body, contentType = "application/json", signal }: ApiRequest,
  userAgent: string,
): Promise<Json> {
  const payload = body === undefined ? undefined : printJson(body);
  const headers = {
    ...(given as Readonly<Record<string, string>> | undefined),
    Accept: "application/json",
    // A server packs what is large only, as for kubectl: a list is a tenth of its size then.
    "Accept-Encoding": "gzip",
    "User-Agent": userAgent,
    ...(payload !== undefined && {
      "Content-Type": contentType,
      "Content-Length": Buffer.byteLength(payload),
    }),
  };
  const send = server.protocol === "http:" ? plain : secure;
  const answer = await new Promise<Answer>((resolve, reject) => {
    const request = send(
      {
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
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const retryAfter = response.headers["retry-after"];
          const isPacked = response.headers["content-encoding"] === "gzip";
          resolve({ status: response.statusCode ?? 0, bytes: Buffer.concat(chunks), isPacked, retryAfter });
        });
      },
    );
    request.on("error", reject);
    request.end(payload);
  });
  return bodyOf(answer);
}

interface Answer {
  readonly status: number;
  readonly bytes: Buffer;
  readonly isPacked: boolean;
  readonly retryAfter: string | undefined;
}

async function bodyOf({ status, bytes, isPacked, retryAfter }: Answer): Promise<Json> {
  const text = (isPacked ? await unpacked(bytes) : bytes).toString();
  const body = parseJson(text);
  if (status < 200 || status > 299) throw apiErrorOf(status, body ?? text, retryAfter);
  if (body === undefined) throw new NoAnswer(`the server answered ${status} with something that is no JSON`);
  return body;
}

async function unpacked(bytes: Buffer): Promise<Buffer> {
  // Few answers are large.
  const { gunzipSync } = await import("node:zlib");
  try {
    return gunzipSync(bytes);
  } catch (cause) {
    throw new NoAnswer("the server answered with something that cannot be unpacked", { cause });
  }
}

/** undefined where a text is no JSON. */
function parseJson(text: string): Json | undefined {
  try {
    // The exact reader is slower, and hardly an object needs it.
    return /\d{16}/.test(text) ? exactJson(text) : (JSON.parse(text) as Json);
  } catch {
    return undefined;
  }
}

/** Safe against a BigInt.prototype.toJSON that makes text of integers. */
const printJson: (value: unknown) => string | undefined = configure({
  bigint: true,
  deterministic: false,
  circularValue: TypeError,
});
