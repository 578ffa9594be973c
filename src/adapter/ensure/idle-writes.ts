import { type Json, textOf } from "../../core/json.js";
import { sha256Hex } from "../../rules/digest.js";
import { Recent } from "../recent.js";
import type { AnswerBounds } from "./answers.js";

interface Idle {
  /** Live's resourceVersion, before and after. */
  readonly version: string;
  /** Of what was sent. */
  readonly digest: string;
  /** When that was, in milliseconds. */
  readonly at: number;
}

/**
 * Writes that left resourceVersion as it was: the server made nothing of them, whatever the gate expects. The same one over the same
 * version is not sent again: a default that nobody's facts know would be written on every pass.
 */
export class IdleWrites {
  private readonly recent: Recent<Idle>;
  private readonly ttlMs: number;

  constructor({ ttlMs, max }: AnswerBounds) {
    this.ttlMs = ttlMs;
    this.recent = new Recent(max);
  }

  note(key: string, version: string, payload: unknown): void {
    this.recent.set(key, { version, digest: digestOf(payload), at: performance.now() });
  }

  /** Has this been sent already, and was nothing made of it? */
  has(key: string, version: string | undefined, payload: () => unknown): boolean {
    const idle = this.recent.get(key);
    if (idle === undefined || idle.version !== version || performance.now() - idle.at >= this.ttlMs)
      return false;
    return idle.digest === digestOf(payload());
  }
}

function digestOf(payload: unknown): string {
  return sha256Hex(textOf(payload as Json));
}
