import type { Change, Decision, Reason, Strategy } from "../decision.js";
import type { KindFacts } from "../facts.js";
import type { JsonObject } from "../json.js";
import { loggable } from "./loggable.js";
import { replacePayload } from "./payload.js";
import { finalizersOnly, isTerminating } from "./terminating.js";

/** What a report found, and the object that the write would leave behind. */
export interface Found {
  readonly strategy: Strategy;
  readonly reason: Reason;
  readonly changes: readonly Change[];
  readonly after: JsonObject;
  readonly desired: JsonObject;
  readonly live: JsonObject;
  readonly facts: KindFacts | undefined;
  /** Terminating objects are written as any other. */
  readonly writesTerminating: boolean;
}

/** Write, or blocked where a write cannot help. */
export function verdictOf(found: Found): Decision<JsonObject> {
  const { strategy, changes, live } = found;
  if (isTerminating(live) && !found.writesTerminating) return terminating(found);
  const recreate = immutablePaths(changes);
  if (changes.length > 0 && recreate.length === changes.length && strategy !== "unconditional") {
    return loggable({ verdict: "blocked", strategy, reason: { code: "immutable" }, changes, recreate });
  }
  return write(found);
}

/** Only our own finalizers are still worth a write. */
function terminating(found: Found): Decision<JsonObject> {
  const { strategy, changes, live } = found;
  const after = finalizersOnly(found.after, live);
  if (after === live) {
    return loggable({ verdict: "blocked", strategy, reason: { code: "terminating" }, changes, recreate: [] });
  }
  const own = changes.filter(
    ({ path, reason }) => path.startsWith("metadata.finalizers") && reason.code === "removed",
  );
  return write({ ...found, changes: own, after });
}

function write({ strategy, reason, changes, after, desired, facts }: Found): Decision<JsonObject> {
  const recreate = immutablePaths(changes);
  return loggable({
    verdict: "write",
    strategy,
    reason,
    changes,
    ...(recreate.length > 0 && { recreate }),
    payload: () => replacePayload(after, desired, facts),
  });
}

function immutablePaths(changes: readonly Change[]): readonly string[] {
  return changes.filter(({ reason }) => reason.code === "immutable").map(({ path }) => path);
}
