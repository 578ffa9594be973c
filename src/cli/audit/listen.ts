import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { CommandError } from "../errors.js";

export interface ListenLimits {
  /** Bytes of one body: the API server sends 400 events at once, unless it is told otherwise. */
  readonly body: number;
  /** Bytes of all bodies that are under way: what is more is to be sent again. */
  readonly underWay: number;
  readonly connections: number;
  /** Milliseconds that a request may take to come in. */
  readonly slowest: number;
}

const LIMITS: ListenLimits = { body: 64 << 20, underWay: 64 << 20, connections: 256, slowest: 30_000 };

/** Seconds after which one that was told to wait asks again. */
const RETRY_AFTER = "1";

/** A kubeconfig's server without a path, and the usual one. */
const PATHS = ["/", "/audit"];

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
  readonly limits?: Partial<ListenLimits>;
}

/**
 * Takes audit events as the API server's audit webhook sends them, until aborted: POSTs of EventLists, to / or /audit. A request is
 * answered once its events are counted. @throws CommandError where it cannot listen
 */
export async function listenForEvents(options: ListenOptions): Promise<void> {
  const { host, port, tls, signal, onListening } = options;
  const limits = { ...LIMITS, ...options.limits };
  const { slowest } = limits;
  const times = {
    requestTimeout: slowest,
    headersTimeout: slowest,
    connectionsCheckingInterval: Math.min(slowest, 1000),
  };
  const listener = listenerOf(options, limits);
  const server =
    tls === undefined ? createServer(times, listener) : createTlsServer({ ...tls, ...times }, listener);
  server.maxConnections = limits.connections;
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

function listenerOf({ onBatch }: ListenOptions, limits: ListenLimits): RequestListener {
  const underWay = { bytes: 0 };
  return (request, response) => {
    const answer = (code: number): void => {
      const wait = code === 429 ? { "retry-after": RETRY_AFTER } : {};
      response.writeHead(code, code === 200 ? {} : { connection: "close", ...wait }).end();
    };
    if (!PATHS.includes(request.url?.split("?")[0] ?? "")) return answer(404);
    if (request.method !== "POST") return answer(405);
    if (request.headers["content-encoding"] !== undefined) return answer(415);
    if (Number(request.headers["content-length"] ?? 0) > limits.body) return answer(413);
    takeBody(request, limits, underWay, (chunks) =>
      onBatch(chunks, request.socket.remoteAddress ?? "") ? 200 : 400,
    ).then(answer, () => {
      // The peer went away: nothing was counted, and nobody waits for an answer.
      response.destroy();
    });
  };
}

/** Reads a body whole, and has it taken. @returns what is to be answered */
async function takeBody(
  request: IncomingMessage,
  limits: ListenLimits,
  underWay: { bytes: number },
  take: (chunks: readonly Buffer[]) => number,
): Promise<number> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += chunk.length;
      underWay.bytes += chunk.length;
      if (length > limits.body) return 413;
      if (underWay.bytes > limits.underWay) return 429;
      chunks.push(chunk);
    }
    return take(chunks);
  } finally {
    underWay.bytes -= length;
  }
}
