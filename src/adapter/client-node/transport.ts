import type { IncomingMessage } from "node:http";
import type { Json } from "../../core/json.js";
import { readJson } from "../exact-json.js";
import { apiErrorOf } from "../port/api-error.js";
import { NoAnswer } from "../port/no-answer.js";
import { untilAborted } from "./abort.js";
import type { ApiRequest, Streaming } from "./api-request.js";
import type { KubeConfigLike } from "./kube-config.js";
import { createSender } from "./request.js";
import { jsonIn, openStream } from "./stream.js";

/**
 * JSON over Node's own https, so that no field is renamed or dropped and integers stay exact. How the server is reached, and as
 * whom, is up to the KubeConfig, which is asked anew for each request.
 */
export interface Transport {
  /** Sends one request, and gives the parsed body of an answer of success. */
  send(request: ApiRequest): Promise<Json>;
  /** The same of an answer that is a stream of lines; each is given as it comes, and the stream ends with whoever reads it. */
  stream(request: ApiRequest, streaming: Streaming): Promise<AsyncIterable<Json>>;
}

export function createTransport(kubeConfig: () => Promise<KubeConfigLike>, userAgent: string): Transport {
  const sender = createSender(kubeConfig, userAgent);
  return {
    async send(request) {
      const { answer } = await sender(request);
      return untilAborted(answer.then(bodyOf), request.signal);
    },
    async stream(request, streaming) {
      const answer = await untilAborted(openStream(await sender(request), streaming), request.signal);
      // Rejects with what the server says.
      if (!isSuccess(answer)) await untilAborted(bodyOf(answer), request.signal);
      return jsonIn(answer, request.signal);
    },
  };
}

function isSuccess({ statusCode = 0 }: IncomingMessage): boolean {
  return statusCode >= 200 && statusCode <= 299;
}

async function bodyOf(answer: IncomingMessage): Promise<Json> {
  const bytes = await bytesOf(answer);
  const text = (answer.headers["content-encoding"] === "gzip" ? await unpacked(bytes) : bytes).toString();
  const body = readJson(text);
  const { statusCode = 0 } = answer;
  if (!isSuccess(answer)) throw apiErrorOf(statusCode, body ?? text, answer.headers["retry-after"]);
  if (body === undefined)
    throw new NoAnswer(`the server answered ${statusCode} with something that is no JSON`);
  return body;
}

function bytesOf(answer: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    answer.on("data", (chunk: Buffer) => chunks.push(chunk));
    answer.on("error", reject);
    answer.on("end", () => resolve(Buffer.concat(chunks)));
  });
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
