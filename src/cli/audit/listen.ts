import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { CommandError } from "../errors.js";

/** The largest body that is taken: the API server sends 400 events at once, unless it is told otherwise. */
const LARGEST_BODY = 128 << 20;

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** As PEM. */
  readonly tls?: { readonly cert: Buffer; readonly key: Buffer } | undefined;
  readonly signal: AbortSignal;
  /** Told where it listens. */
  readonly onListening: (url: string) => void;
  /** Takes the body of a request, from a peer; false where it is no batch of events. */
  readonly onBatch: (chunks: readonly Buffer[], peer: string) => boolean;
}

/**
 * Takes audit events as the API server's audit webhook sends them, until aborted: POSTs of EventLists, to any path. A request is
 * answered once its events are counted. @throws CommandError where it cannot listen
 */
export async function listenForEvents(options: ListenOptions): Promise<void> {
  const { host, port, tls, signal, onListening } = options;
  const listener = listenerOf(options);
  const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(cannotListen(host, port, error)));
    server.listen(port, host, resolve);
  });
  onListening(urlOf(server, tls !== undefined));
  if (!signal.aborted)
    await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  // What is under way is answered; who sent nothing yet is not waited for.
  server.closeIdleConnections();
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    setTimeout(() => server.closeAllConnections(), GRACE_MS).unref();
  });
}

const GRACE_MS = 1000;

function cannotListen(host: string, port: number, error: Error): CommandError {
  return new CommandError("not-listening", `--listen ${host}:${port}: ${error.message}`);
}

function urlOf(server: Server, isTls: boolean): string {
  const { address, port, family } = server.address() as AddressInfo;
  return `${isTls ? "https" : "http"}://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}

function listenerOf({ onBatch }: ListenOptions): RequestListener {
  return (request, response) => {
    const answer = (code: number): void => {
      response.writeHead(code, code === 200 ? {} : { connection: "close" }).end();
    };
    if (request.method !== "POST") return answer(405);
    if (request.headers["content-encoding"] !== undefined) return answer(415);
    if (Number(request.headers["content-length"] ?? 0) > LARGEST_BODY) return answer(413);
    bodyOf(request).then(
      (chunks) => {
        if (chunks === undefined) answer(413);
        else answer(onBatch(chunks, request.socket.remoteAddress ?? "") ? 200 : 400);
      },
      // The peer went away: nothing was counted, and nobody waits for an answer.
      () => response.destroy(),
    );
  };
}

/** undefined where it is too large. */
async function bodyOf(request: IncomingMessage): Promise<readonly Buffer[] | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > LARGEST_BODY) return undefined;
    chunks.push(chunk);
  }
  return chunks;
}
