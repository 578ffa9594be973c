import type { FactSource } from "../../core/facts.js";
import type { ObjectCount } from "../churn/object-count.js";
import { rateOf } from "../churn/rate.js";
import { reportOf } from "../churn/report.js";
import { type Who, whoKey, whoOf } from "../churn/write.js";
import type { Audit } from "./audit.js";
import { costOf } from "./cost.js";
import type { AuditDocument, AuditObject, AuditWriter, Knowing, ObjectFault, Ways } from "./document.js";
import { notesOf } from "./notes.js";
import { timesOf } from "./times.js";
import { noWays } from "./way.js";

/** Objects that a document lists: those with faults first. */
export const OBJECTS = 1000;

/** What an audit came to. `perNoopMs`: see NOOP_MS. */
export function auditReport(audit: Audit, facts: FactSource, perNoopMs: Ways): AuditDocument {
  const { from, to } = timesOf(audit);
  const shared = reportOf(audit.counter, { format: "audit/1", from, to, facts, notes: notesOf(audit) });
  const writers = writersOf(audit, shared.seconds);
  const { objects, unlisted } = objectsOf([...audit.counter.objects.values()], shared.seconds);
  return {
    ...shared,
    writers,
    objects,
    unlisted,
    lines: { ...audit.lines },
    requests: { ...audit.requests },
    levels: { ...audit.levels },
    knows: knowsOf(audit),
    ...costOf(writers, perNoopMs),
  };
}

function writersOf({ counter, senders }: Audit, seconds: number): readonly AuditWriter[] {
  const keyOf = (of: { readonly who: Who; readonly apiVersion: string; readonly kind: string }): string =>
    `${of.apiVersion}|${of.kind}|${whoKey(of.who)}`;
  const bySender = new Map([...senders.values()].map((sender) => [keyOf(sender), sender]));
  return [...counter.writers.values()]
    .sort((a, b) => b.writes - a.writes)
    .map((writer) => {
      const { who, apiVersion, kind, writes, effects } = writer;
      const { noops = noWays(), moves = noWays(), repeats = 0 } = bySender.get(keyOf(writer)) ?? {};
      const perMinute = rateOf(writes, seconds);
      const counts = { noops: { ...noops }, moves: { ...moves }, repeats };
      return { ...who, apiVersion, kind, writes, perMinute, effects: { ...effects }, ...counts };
    });
}

function objectsOf(
  all: readonly ObjectCount[],
  seconds: number,
): Pick<AuditDocument, "objects" | "unlisted"> {
  const rows = all.map((each) => objectOf(each, seconds)).sort(worstFirst);
  return listed(rows);
}

/** The worst of them, and what the others have at most. */
export function listed(rows: readonly AuditObject[]): Pick<AuditDocument, "objects" | "unlisted"> {
  const rest = rows.slice(OBJECTS);
  const most = rest.reduce((found, { writes }) => Math.max(found, writes), 0);
  return { objects: rows.slice(0, OBJECTS), unlisted: { objects: rest.length, most } };
}

export function worstFirst(a: AuditObject, b: AuditObject): number {
  const faults = ({ faults }: AuditObject): number => faults.reduce((sum, { writes }) => sum + writes, 0);
  return faults(b) - faults(a) || b.writes - a.writes;
}

function objectOf({ ref, writes, effects, managers, evidence }: ObjectCount, seconds: number): AuditObject {
  const faults: ObjectFault[] = [];
  for (const [by, sorts] of evidence) {
    for (const [what, { writes: ofSort, best }] of sorts) {
      // Every request has a manager: see managerOf.
      const { manager = "", userAgent } = whoOf(by);
      faults.push({ what, manager, ...(userAgent !== undefined && { userAgent }), writes: ofSort, best });
    }
  }
  const perMinute = rateOf(writes, seconds);
  return { ...ref, writes, perMinute, effects: { ...effects }, managers: [...managers], faults };
}

function knowsOf({ levels, requests }: Audit): readonly Knowing[] {
  const { Request, RequestResponse } = levels;
  const knows: Knowing[] = [];
  if (requests.writes > 0) knows.push("writers", "updates-over-one-version");
  if (Request > 0) knows.push("repeated-requests");
  if (RequestResponse > 0) knows.push("answers");
  return knows;
}
