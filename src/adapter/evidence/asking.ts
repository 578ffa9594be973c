import type { Mode } from "../../core/decision.js";
import type { JsonObject, KubeObject } from "../../core/json.js";
import type { Gate } from "../../rules/gate.js";
import { EnsureError, type EnsureErrorCode } from "../ensure/ensure-error.js";
import { isMissing } from "../ensure/failure.js";
import { Limit } from "../ensure/limit.js";
import { Session } from "../ensure/session.js";
import { triesAlone } from "../ensure/tries.js";
import { answerOf } from "../port/answer.js";
import { objectIn } from "../port/no-answer.js";
import type { ClusterPort, ObjectRef } from "../port/port.js";
import { dryPort } from "./dry-port.js";

export interface AskOptions {
  /** How objects are written, and under which name. */
  readonly gate: Gate;
  /** For one request, further tries included. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** What the server says of a write. */
export type Answer =
  | { readonly type: "accepted"; readonly object: JsonObject }
  /** It refuses what is written. */
  | { readonly type: "refused"; readonly error: EnsureError }
  /** Live is another by now. */
  | { readonly type: "stale" };

/** The codes of what is refused for its own sake, not for who asks or when. */
const REFUSALS: ReadonlySet<EnsureErrorCode> = new Set([
  "invalid",
  "forbidden",
  "rejected",
  "field-conflict",
]);

/** Asks a server what writes would do. Nothing is stored. */
export class Asking {
  private readonly session: Session;

  constructor(
    port: ClusterPort,
    private readonly options: AskOptions,
  ) {
    const { gate, timeoutMs } = options;
    this.session = new Session({ port: dryPort(port), gate, retry: { deadlineMs: timeoutMs } });
  }

  /** @throws EnsureError, the signal's reason */
  async read(ref: ObjectRef): Promise<JsonObject | undefined> {
    const { port } = this.session;
    return this.tried(ref, async (signal) => {
      const live = await port.read(ref, { signal });
      return live === undefined ? undefined : (objectIn(ref, live) as JsonObject);
    });
  }

  /** A dry run. @throws EnsureError where nothing is learnt of the write; the signal's reason */
  async write(verb: "create" | Mode, ref: ObjectRef, body: JsonObject): Promise<Answer> {
    try {
      const object = await this.tried(ref, async (signal) => this.send(verb, ref, body, signal));
      return { type: "accepted", object };
    } catch (error) {
      if (error instanceof EnsureError) {
        if (REFUSALS.has(error.code)) return { type: "refused", error };
        throw error;
      }
      if (answerOf(error)?.status === 409 || isMissing(error)) return { type: "stale" };
      throw error;
    }
  }

  private async tried<T>(ref: ObjectRef, request: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { signal, timeoutMs } = this.options;
    const tries = triesAlone(this.session, ref, new Limit(signal, timeoutMs));
    try {
      return await tries.persist(request);
    } catch (error) {
      throw tries.given(error);
    }
  }

  private async send(
    verb: "create" | Mode,
    ref: ObjectRef,
    body: JsonObject,
    signal: AbortSignal,
  ): Promise<JsonObject> {
    const { port, gate } = this.session;
    const { fieldManager, force } = gate;
    const options = {
      signal,
      dryRun: true,
      ...(fieldManager !== undefined && { fieldManager }),
      ...(verb === "apply" && { force }),
    };
    const sent =
      verb === "merge"
        ? await port.merge?.(ref, body, options)
        : await port[verb]?.(body as KubeObject, options);
    return objectIn(ref, sent) as JsonObject;
  }
}
