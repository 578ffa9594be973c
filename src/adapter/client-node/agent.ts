import { Agent, type RequestOptions } from "node:https";
import type { SecureContextOptions } from "node:tls";
import { isDeepStrictEqual } from "node:util";

/** Milliseconds that a connection is kept without a request: shorter than load balancers do. */
const KEPT = 30_000;

/** What a KubeConfig states. */
type Applied = SecureContextOptions &
  Pick<RequestOptions, "agent" | "auth" | "headers" | "rejectUnauthorized" | "servername">;

/**
 * Keeps connections from one request to the next. A KubeConfig of client-node 1.4 makes another agent for each request, which
 * keeps none; that of 2 keeps one, whatever becomes of the certificates. In their place comes one of the options that the KubeConfig
 * states now, as long as they stay the same. A proxy's agent is left as it is.
 */
export class Agents {
  #kept: { readonly options: object; readonly agent: Agent } | undefined;

  /** @param applied what the KubeConfig made of a request's options */
  agentFor(applied: Applied): RequestOptions["agent"] {
    const { agent, headers: _, auth: __, ...options } = applied;
    if (typeof agent !== "object" || Object.getPrototypeOf(agent) !== Agent.prototype) return agent;
    if (this.#kept !== undefined && isDeepStrictEqual(this.#kept.options, options)) return this.#kept.agent;
    // The old one finishes what waits for it, and its idle connections end by themselves.
    const kept = new Agent({ ...options, keepAlive: true, timeout: KEPT });
    this.#kept = { options, agent: kept };
    return kept;
  }
}
