import type { Note } from "../churn/index.js";
import type { Audit } from "./audit.js";

/** What the log does not tell, by code: `src/cli/audit/note-text.ts` has the sentences. */
export type AuditNote =
  /** The lines that could not be read. */
  | { readonly code: "bad-lines"; readonly lines: number }
  /** No request in the log was answered: its policy leaves out the stage ResponseComplete. */
  | { readonly code: "no-answered-stage"; readonly lines: number }
  /** Writes logged at level Metadata: without bodies. */
  | { readonly code: "without-bodies"; readonly writes: number }
  /** Writes logged at level Request: without answers. */
  | { readonly code: "without-answers"; readonly writes: number }
  /** Writes at level RequestResponse that have no answer all the same: another server answered them. */
  | { readonly code: "answers-missing"; readonly writes: number }
  /** Writes whose bodies the server cut off. */
  | { readonly code: "bodies-cut-off"; readonly writes: number }
  /** Objects whose last version had to be forgotten, so that their next write is unknown. */
  | { readonly code: "versions-forgotten"; readonly objects: number }
  /** Documents that were merged: the first write of an object in each is unknown where the log has its answer. */
  | { readonly code: "merged"; readonly parts: number };

export function notesOf({
  lines,
  requests,
  levels,
  unanswered,
  truncated,
  forgotten,
}: Audit): readonly Note[] {
  const notes: (AuditNote | undefined)[] = [
    lines.bad > 0 ? { code: "bad-lines", lines: lines.bad } : undefined,
    lines.skipped > 0 && isNothing(requests)
      ? { code: "no-answered-stage", lines: lines.skipped }
      : undefined,
    levels.Metadata > 0 ? { code: "without-bodies", writes: levels.Metadata } : undefined,
    levels.Request > 0 ? { code: "without-answers", writes: levels.Request } : undefined,
    unanswered > 0 ? { code: "answers-missing", writes: unanswered } : undefined,
    truncated > 0 ? { code: "bodies-cut-off", writes: truncated } : undefined,
    forgotten > 0 ? { code: "versions-forgotten", objects: forgotten } : undefined,
  ];
  return notes.filter((note) => note !== undefined);
}

function isNothing(requests: Audit["requests"]): boolean {
  return Object.values(requests).every((count) => count === 0);
}
