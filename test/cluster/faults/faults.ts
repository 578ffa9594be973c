import { setInterval } from "node:timers/promises";
import type { Exchange, Fault } from "./proxy.js";

/** What is done where the server's own answer is lost, or was never asked for. */
export const answer =
  (status: number, headers: object = {}, body: object | string = statusOf(status)): Fault =>
  ({ reply }) =>
    reply({
      status,
      headers: { "content-type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });

/** The Status that the server sends of itself. */
export function statusOf(code: number, more: object = {}): object {
  return {
    kind: "Status",
    apiVersion: "v1",
    status: "Failure",
    message: `a fault: ${code}`,
    reason: "Fault",
    code,
    ...more,
  };
}

/** The request takes effect; then the fault. */
export const afterwards =
  (fault: Fault): Fault =>
  async (exchange) => {
    await exchange.forward();
    await fault(exchange);
  };

/** What somebody else does before the request is passed on. */
export const meanwhile =
  (act: () => Promise<unknown>): Fault =>
  async (exchange) => {
    await act();
    exchange.reply(await exchange.forward());
  };

export const reset: Fault = ({ socket }) => {
  socket.resetAndDestroy();
};

/** Says how long the answer is, and sends half of it. */
async function half({ forward, response }: Exchange): Promise<void> {
  const { status, headers, body } = await forward();
  response.writeHead(status, { ...headers, "content-length": body.length });
  await new Promise<void>((sent) => {
    response.write(body.subarray(0, body.length / 2), () => sent());
  });
}

export const resetMidway: Fault = async (exchange) => {
  await half(exchange);
  exchange.socket.resetAndDestroy();
};

/** Never an answer: the client has to let go. */
export const silence: Fault = ({ gone }) => gone();

export const silenceMidway: Fault = async (exchange) => {
  await half(exchange);
  await exchange.gone();
};

/** A byte every few milliseconds, and never the last. */
export const trickle: Fault = async (exchange) => {
  const { status, headers, body } = await exchange.forward();
  const { response } = exchange;
  response.writeHead(status, { ...headers, "content-length": body.length + 1_000_000 });
  let at = 0;
  for await (const _ of setInterval(10)) {
    if (response.destroyed) return;
    response.write(at < body.length ? body.subarray(at, ++at) : " ");
  }
};

/** The server's answer, later. */
export const late =
  (ms: number): Fault =>
  async (exchange) => {
    const answered = await exchange.forward();
    for await (const _ of setInterval(ms)) break;
    exchange.reply(answered);
  };

/** The server's answer, changed, and in any case a success. */
export const garbled =
  (change: (body: string) => string, headers: object = {}): Fault =>
  async ({ forward, reply }) => {
    const answered = await forward();
    reply({
      status: 200,
      headers: { ...answered.headers, ...headers },
      body: change(answered.body.toString()),
    });
  };
