import type { Who, Write } from "../churn/write.js";
import { noWays, type Way } from "./way.js";

/** What one sender's writes to a kind came to, beside the effects that the counter has. */
export interface Sender {
  readonly who: Who;
  readonly apiVersion: string;
  readonly kind: string;
  writes: number;
  /** Writes that left resourceVersion as it was. */
  readonly noops: Record<Way, number>;
  /** Writes that moved resourceVersion, and nothing else or a spelling alone. */
  readonly moves: Record<Way, number>;
  /** See RequestCounts. */
  repeats: number;
}

export function senderOf({ who, apiVersion, kind }: Write): Sender {
  return { who, apiVersion, kind, writes: 0, noops: noWays(), moves: noWays(), repeats: 0 };
}

/** @param isMove the write moved resourceVersion for nothing */
export function countSent(sender: Sender, way: Way, isIdle: boolean, isMove: boolean): void {
  sender.writes += 1;
  if (isIdle) sender.noops[way] += 1;
  else if (isMove) sender.moves[way] += 1;
}
