import type { KubeObject } from "../../core/json.js";
import type { Gate } from "../../rules/gate.js";
import { Fights } from "../fights/fights.js";
import type { ClusterPort, ObjectRef, Verb, WriteOptions } from "../port/port.js";
import { Recent } from "../recent.js";
import { Answers, boundsOf } from "./answers.js";
import type { EnsureEvent } from "./events.js";
import { IdleWrites } from "./idle-writes.js";
import type { Writing } from "./send.js";
import type { EnsurerOptions, RetryOptions } from "./types.js";
import { Written } from "./written.js";

type Retry = { readonly [Name in keyof RetryOptions]-?: number };

const RETRY: Retry = {
  tries: 10,
  deadlineMs: 60_000,
  requestMs: 15_000,
  backoffMs: 100,
  maxBackoffMs: 10_000,
};

/** An event without what it is about. */
type Told<Event> = Event extends EnsureEvent ? Omit<Event, "ref" | "subresource"> : never;

/** The bounds that are given. */
function stated(retry: RetryOptions): Partial<Retry> {
  return Object.fromEntries(Object.entries(retry).filter(([, bound]) => bound !== undefined));
}

/** What the calls of one ensurer share. */
export class Session {
  readonly port: ClusterPort;
  readonly gate: Gate;
  readonly retry: Retry;
  readonly fights: Fights;
  private readonly onEvent: ((event: EnsureEvent) => void) | undefined;
  readonly written = new Written();
  readonly answers: Answers;
  readonly idle: IdleWrites;
  /** The version of an object, read afresh, that no write can help. */
  readonly blocked = new Recent<string>(10_000);
  /** Kinds and places that the server does not let us list. */
  readonly unlistable = new Recent<true>(1_000);

  constructor(options: EnsurerOptions) {
    this.port = options.port;
    this.gate = options.gate;
    this.retry = { ...RETRY, ...stated(options.retry ?? {}) };
    this.fights = new Fights(options.fights);
    const bounds = boundsOf(options.answers);
    this.answers = new Answers(bounds);
    this.idle = new IdleWrites(bounds);
    this.onEvent = options.onEvent;
  }

  toWire(object: unknown, ref?: ObjectRef): KubeObject {
    return this.port.toWire === undefined ? (object as KubeObject) : this.port.toWire(object, ref);
  }

  /** What a request is sent with, as far as the port can pass it on. */
  writeOptions(verb: Verb, decision: Writing, dryRun: boolean, signal: AbortSignal): WriteOptions {
    const { fieldManager, force } = this.gate;
    const subresource = decision.verdict === "write" ? decision.subresource : undefined;
    return {
      signal,
      ...(fieldManager !== undefined && { fieldManager }),
      ...(verb === "apply" && { force }),
      ...(dryRun && { dryRun }),
      ...(subresource !== undefined && { subresource }),
    };
  }

  /** Milliseconds before another try, the nth: twice as long each time, less a random part of up to a half. */
  backoff(tries: number): number {
    const { backoffMs, maxBackoffMs } = this.retry;
    return Math.min(maxBackoffMs, backoffMs * 2 ** (tries - 1)) * (0.5 + Math.random() / 2);
  }

  emit(about: { ref: ObjectRef; subresource: "status" | undefined }, event: Told<EnsureEvent>): void {
    if (this.onEvent === undefined) return;
    const { ref, subresource } = about;
    const told = { ...event, ref, ...(subresource !== undefined && { subresource }) } as EnsureEvent;
    // Whoever watches must not stop a write, nor end the process.
    try {
      const watched: unknown = this.onEvent(told);
      if (watched instanceof Promise) watched.catch(() => {});
    } catch {}
  }
}
