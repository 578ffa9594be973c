import type { AuditNote, Knowing } from "../../adapter/audit/document.js";
import type { WatchNote } from "../../adapter/churn/index.js";
import { printable } from "../../prose/index.js";
import { counted } from "./numbers.js";

/** What could not be seen, as a sentence. */
export function noteText(note: WatchNote | AuditNote): string {
  switch (note.code) {
    case "no-ops-unseen":
      return "A write that the server finds to change nothing raises no event, so that nobody can watch it: churngate audit finds it in the audit log.";
    case "missed":
      return `${counted(note.steps, "time")} an object had moved on by more than was seen. Nobody is accused of what came between.`;
    case "memory-full":
      return `${counted(note.versions, "last version")} had to be forgotten, to stay within --memory: the next update of such an object cannot be told.`;
    case "not-watched":
      return printable(`${note.kind} (${note.apiVersion}) was not watched: ${note.why}`);
    case "bad-lines":
      return `${counted(note.lines, "line")} could not be read, and may have had writes.`;
    case "no-answered-stage":
      return "No request in this log is answered: its policy leaves out the stage ResponseComplete. docs/audit.md has one that fits.";
    case "without-bodies":
      return `Of ${counted(note.writes, "write")} at level Metadata the log has no bodies: what they changed it does not tell.`;
    case "without-answers":
      return `Of ${counted(note.writes, "write")} at level Request the log has no answers: whether they changed anything it does not tell.`;
    case "answers-missing":
      return `Of ${counted(note.writes, "write")} at level RequestResponse the answer is not there: another server gave it.`;
    case "bodies-cut-off":
      return `The server cut the bodies of ${counted(note.writes, "write")} off (--audit-log-truncate-max-event-size).`;
    case "versions-forgotten":
      return `The last versions of ${counted(note.objects, "object")} had to be forgotten: their next writes are unknown.`;
    case "merged":
      return `Of ${counted(note.parts, "document")}: the first write of an object in each is unknown there. A finding of less in each than is called churn may be missing.`;
  }
}

const KNOWING: Readonly<Record<Knowing, string>> = {
  writers: "It tells who wrote what, and how often.",
  "updates-over-one-version":
    "At any level, an update is known to have changed nothing where the next one of the object was made over the same version.",
  "repeated-requests": "At Request and above, it tells where the same request was sent again.",
  answers: "At RequestResponse, it tells what a write changed, from the second one of an object on.",
};

/** What an audit log lets one know, as a sentence. */
export function knowingText(knowing: Knowing): string {
  return KNOWING[knowing];
}
