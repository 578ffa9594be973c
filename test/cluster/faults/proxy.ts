import { once } from "node:events";
import { type ClientRequest, createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Agent, request as send } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { isObject } from "../../../src/core/json.js";
import type { Connection } from "../../../tools/cluster/types.d.ts";

export type Does = "read" | "write" | "discovery";

/** One request that came to the proxy. */
export interface Noted {
  readonly does: Does;
  readonly method: string;
  readonly path: string;
  /** Milliseconds by the proxy's clock when it had come in whole. */
  readonly at: number;
  /** The server's answer, where the request was forwarded and answered. */
  code?: number;
  /** The resourceVersion in an answer of success. */
  version?: string;
}

export interface Answered {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

/** What a fault has in its hands. */
export interface Exchange {
  readonly socket: Socket;
  readonly response: ServerResponse;
  /** Passes the request on to the server, at most once. */
  forward(): Promise<Answered>;
  /** Sends an answer, the server's or another. */
  reply(answered: { status: number; headers?: object; body: string | Buffer }): void;
  /** Resolves when the client has let go of the connection. */
  gone(): Promise<void>;
}

export type Fault = (exchange: Exchange) => Promise<void> | void;

/** Says what is to go wrong with a request; undefined: nothing. */
export type Plan = (noted: Noted) => Fault | undefined;

export interface FaultyProxy {
  /** http://127.0.0.1:PORT */
  readonly server: string;
  readonly noted: readonly Noted[];
  /** Refuses connections from now on, and cuts those that are there. */
  refuse(): Promise<void>;
  /** Takes connections again, at the same port. */
  accept(): Promise<void>;
  close(): Promise<void>;
}

/** A proxy on loopback between a client and the server of a cluster, which does to requests what the plan says. */
export async function startProxy(
  cluster: Pick<Connection, "server" | "ca">,
  plan: Plan,
): Promise<FaultyProxy> {
  const agent = new Agent({ ca: cluster.ca, keepAlive: true });
  const noted: Noted[] = [];
  const listener = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    const { method = "", url = "", socket } = request;
    const note: Noted = { does: doesOf(method, url), method, path: url, at: performance.now() };
    noted.push(note);
    let forwarded: Promise<Answered> | undefined;
    const exchange: Exchange = {
      socket,
      response,
      gone: async () => {
        if (!socket.destroyed) await once(socket, "close");
      },
      forward: () => {
        forwarded ??= forward(request, body).then((answered) => noteAnswer(note, answered));
        return forwarded;
      },
      reply: ({ status, headers = {}, body }) => {
        response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) });
        response.end(body);
      },
    };
    const fault = plan(note);
    if (fault !== undefined) await fault(exchange);
    else exchange.reply(await exchange.forward());
  }

  /** Unlike a client's, a request that was passed on is never taken back. */
  async function forward({ method, url, headers }: IncomingMessage, body: Buffer): Promise<Answered> {
    const passed: ClientRequest = send(`${cluster.server}${url}`, {
      method,
      agent,
      headers: { ...headers, host: new URL(cluster.server).host },
    });
    passed.end(body);
    const [answer] = (await once(passed, "response")) as [IncomingMessage];
    const { statusCode: status = 0 } = answer;
    const { "transfer-encoding": _, "content-length": __, connection: ___, ...kept } = answer.headers;
    return { status, headers: kept, body: await bodyOf(answer) };
  }

  let port = 0;
  async function listen(): Promise<void> {
    listener.listen(port, "127.0.0.1");
    await once(listener, "listening");
    port = (listener.address() as AddressInfo).port;
  }
  async function stop(): Promise<void> {
    if (!listener.listening) return;
    const stopped = once(listener, "close");
    listener.close();
    listener.closeAllConnections();
    await stopped;
  }
  await listen();
  return {
    server: `http://127.0.0.1:${port}`,
    noted,
    refuse: stop,
    accept: listen,
    close: async () => {
      await stop();
      agent.destroy();
    },
  };
}

/** `/api/v1`, `/apis/apps/v1`: what the server serves. */
function doesOf(method: string, url: string): Does {
  if (method !== "GET") return "write";
  return /^\/(api\/[^/]+|apis(\/[^/]+){0,2})$/.test(url) ? "discovery" : "read";
}

async function bodyOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function noteAnswer(note: Noted, answered: Answered): Answered {
  note.code = answered.status;
  const json = String(answered.headers["content-type"]).startsWith("application/json");
  const object: unknown = json ? JSON.parse(answered.body.toString()) : undefined;
  const metadata = isObject(object) ? object.metadata : undefined;
  const version = isObject(metadata) ? metadata.resourceVersion : undefined;
  if (answered.status < 300 && typeof version === "string") note.version = version;
  return answered;
}
