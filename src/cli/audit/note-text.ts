import type { Knowing } from "../../adapter/audit/document.js";
import type { AuditNote } from "../../adapter/audit/notes.js";
import type { Note } from "../../adapter/churn/index.js";
import { printable } from "../../prose/index.js";
import { counted } from "../churn/numbers.js";

const KNOWING: Readonly<Record<Knowing, string>> = {
  writers: "It tells who wrote what, and how often.",
  "updates-over-one-version":
    "At any level, an update is known to have changed nothing where the next one of the object was made over the same version.",
  "repeated-requests": "At Request and above, it tells where the same request was sent again.",
  answers: "At RequestResponse, it tells what a write changed, from the second one of an object on.",
};

/** What the log lets one know. */
export function knowingText(knowing: Knowing): string {
  return KNOWING[knowing];
}

/** What the log does not tell, as a sentence. */
export function noteText(note: Note): string {
  const known = note as AuditNote;
  switch (known.code) {
    case "bad-lines":
      return `${counted(known.lines, "line")} could not be read, and may have had writes.`;
    case "no-answered-stage":
      return "No request in this log is answered: its policy leaves out the stage ResponseComplete. docs/audit.md has one that fits.";
    case "without-bodies":
      return `Of ${counted(known.writes, "write")} at level Metadata the log has no bodies: what they changed it does not tell.`;
    case "without-answers":
      return `Of ${counted(known.writes, "write")} at level Request the log has no answers: whether they changed anything it does not tell.`;
    case "answers-missing":
      return `Of ${counted(known.writes, "write")} at level RequestResponse the answer is not there: another server gave it.`;
    case "bodies-cut-off":
      return `The server cut the bodies of ${counted(known.writes, "write")} off (--audit-log-truncate-max-event-size).`;
    case "versions-forgotten":
      return `The last versions of ${counted(known.objects, "object")} had to be forgotten: their next writes are unknown.`;
    case "merged":
      return `Of ${counted(known.parts, "document")}: the first write of an object in each is unknown there. A finding of less in each than is called churn may be missing.`;
    default:
      return printable(JSON.stringify(note));
  }
}
