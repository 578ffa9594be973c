import { NoDryRun, Sending } from "../../adapter/ensure/sending.js";
import type { Session } from "../../adapter/ensure/session.js";
import type { Subject } from "../../adapter/ensure/subject.js";
import type { Tries } from "../../adapter/ensure/tries.js";
import { isUnmanaged } from "../../adapter/port/unmanaged.js";
import type { KubeObject } from "../../core/json.js";

/** What the server was asked: undefined where the decision needs no answer; `stale` where live has to be read anew. */
export type Observed = KubeObject | undefined | "stale";

/**
 * Asks the server by a dry run what it makes of desired, where the rule's strategy is `observed`. Writes nothing.
 * @throws EnsureError where the server refuses the write; UsageError for what cannot be decided
 */
export async function observe(
  subject: Subject,
  live: KubeObject,
  session: Session,
  tries: Tries,
): Promise<Observed> {
  if (isUnmanaged(live)) return undefined;
  const decision = session.gate.decide(subject.desired, live);
  if (decision.verdict !== "write" || decision.reason.code !== "not-observed") return undefined;
  try {
    const sent = await new Sending(session, subject, tries).send(decision, live, true, false);
    return sent?.object ?? "stale";
  } catch (error) {
    if (error instanceof NoDryRun) return undefined; // the decision says not-observed
    throw error;
  }
}
