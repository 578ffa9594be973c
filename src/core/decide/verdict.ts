import type { Change, Decision, Reason, Strategy } from "../decision.js";
import type { KindFacts } from "../facts.js";
import type { JsonObject } from "../json.js";
import { loggable } from "./loggable.js";
import { replacePayload } from "./payload.js";
import { finalizersOnly, isTerminating } from "./terminating.js";
import type { WriteMode, Written } from "./write-mode.js";

/** What a report found, and the object that the write would leave behind. */
export interface Found extends Written {
  readonly mode: WriteMode;
  readonly strategy: Strategy;
  readonly reason: Reason;
  /** The changes, as a decision shows them. */
  readonly shown: readonly Change[];
  readonly facts: KindFacts | undefined;
  /** Terminating objects are written as any other. */
  readonly writesTerminating: boolean;
  /** Where the write is sent, if not to the object itself. */
  readonly subresource: "status" | undefined;
}

/** Write, or blocked where a write cannot help. */
export function verdictOf(found: Found): Decision<JsonObject> {
  const { strategy, shown: changes, live, finding } = found;
  if (isTerminating(live) && !found.writesTerminating) return terminating(found);
  if (strategy === "unconditional") return write(found);
  const recreate = immutablePaths(changes);
  if (finding?.verdict === "blocked" || (finding?.verdict === "refused" && changes.length === 0)) {
    return loggable({ verdict: "blocked", strategy, reason: finding.reason, changes, recreate });
  }
  if (changes.length > 0 && recreate.length === changes.length && !neverBlocked(found)) {
    return loggable({ verdict: "blocked", strategy, reason: { code: "immutable" }, changes, recreate });
  }
  return write(found);
}

function neverBlocked({ finding }: Found): boolean {
  return finding?.verdict === "guess";
}

/** Only our own finalizers are still worth a write: a PUT of live without them, in any mode. */
function terminating(found: Found): Decision<JsonObject> {
  const { strategy, reason, shown, live, desired, facts } = found;
  const after = finalizersOnly(found.after, live);
  if (shown.length === 0 && strategy !== "unconditional")
    return { verdict: "skip", strategy, reason: { code: "terminating" } };
  if (after === live) {
    const changes = shown;
    return loggable({ verdict: "blocked", strategy, reason: { code: "terminating" }, changes, recreate: [] });
  }
  const changes = shown.filter(
    ({ path, reason }) => path.startsWith("metadata.finalizers") && reason.code === "removed",
  );
  const payload = (): JsonObject => replacePayload(after, desired, facts);
  return loggable({ verdict: "write", mode: "replace", strategy, reason, changes, payload });
}

function write(found: Found): Decision<JsonObject> {
  const { mode, strategy, shown, finding, subresource } = found;
  const recreate = immutablePaths(shown);
  return loggable({
    verdict: "write",
    mode: finding?.reason.code === "not-possible-by-apply" ? "replace" : mode.name,
    ...(subresource !== undefined && { subresource }),
    strategy,
    reason: reasonToWrite(found),
    changes: shown,
    ...(recreate.length > 0 && { recreate }),
    payload: () => mode.payload(found),
  });
}

/** A finding that would be no reason by itself, or none beside changes, gives way. */
function reasonToWrite({ finding, reason, shown }: Found): Reason {
  if (finding === undefined || finding.verdict === "refused") return reason;
  return finding.reason.code === "not-owned" && shown.length > 0 ? reason : finding.reason;
}

function immutablePaths(changes: readonly Change[]): readonly string[] {
  return changes.filter(({ reason }) => reason.code === "immutable").map(({ path }) => path);
}
