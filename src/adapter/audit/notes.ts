import type { Audit } from "./audit.js";
import type { AuditNote } from "./document.js";

export function notesOf({
  lines,
  requests,
  levels,
  unanswered,
  truncated,
  forgotten,
}: Audit): readonly AuditNote[] {
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
