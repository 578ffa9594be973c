import { vi } from "vitest";
import type { ClusterPort } from "../../../src/adapter/port/port.js";
import type { KindEvent, WatchBounds, WatchedKind, WatchState } from "../../../src/adapter/watch/types.js";
import { watchKind } from "../../../src/adapter/watch/watch-kind.js";

const PATIENCE = { timeout: 100_000, interval: 20 };

export interface Followed {
  /** `first a`, as they came. */
  readonly events: readonly string[];
  readonly told: readonly KindEvent[];
  readonly states: readonly WatchState[];
  /** Rejects as watchKind does. */
  readonly ended: Promise<void>;
  /** Waits until this does not throw any more. Rejects where the watch does. */
  until(holds: () => void): Promise<void>;
  /** Waits until the server takes a watch, the nth. */
  untilWatching(nth?: number): Promise<void>;
  /** Ends it, which has to be quiet. */
  stop(): Promise<void>;
}

/** Watches a kind, and keeps what is told. */
export function follow(port: ClusterPort, kind: WatchedKind, bounds: Partial<WatchBounds> = {}): Followed {
  const ending = new AbortController();
  const told: KindEvent[] = [];
  const events: string[] = [];
  const states: WatchState[] = [];
  const ended = watchKind(port, kind, {
    signal: ending.signal,
    onEvent: (event) => {
      told.push(event);
      events.push(`${event.type} ${event.object.metadata?.name}`);
    },
    onState: (state) => states.push(state),
    bounds: { backoffMs: 50, maxBackoffMs: 500, ...bounds },
  });
  const failed = new Promise<never>((_, reject) => {
    ended.catch(reject);
  });
  failed.catch(() => {});
  const until = (holds: () => void): Promise<void> => Promise.race([vi.waitFor(holds, PATIENCE), failed]);
  const count = (type: WatchState["type"]): number => states.filter((state) => state.type === type).length;
  return {
    events,
    told,
    states,
    ended,
    until,
    untilWatching: (nth = 1) =>
      until(() => {
        if (count("watching") < nth) throw new Error(`not watching: ${JSON.stringify(states.slice(-3))}`);
      }),
    stop: async () => {
      ending.abort();
      await ended;
    },
  };
}
