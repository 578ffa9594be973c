import { counted } from "../../churn/numbers.js";
import { valueText } from "../../churn/value.js";
import type { Coded } from "../documents.js";
import { codeText } from "../words.js";

/** What could not be seen, as a sentence. */
export function noteText(note: Coded): string {
  const arg = (name: string): string => valueText(note.args.find(([each]) => each === name)?.[1] ?? "?");
  const number = (name: string, noun: string): string => counted(Number(arg(name)), noun);
  switch (note.code) {
    case "no-ops-unseen":
      return "A write that the server finds to change nothing raises no event, so that watching cannot show it: churngate audit counts those.";
    case "missed":
      return `${number("steps", "time")} an object had moved on by more than was seen. Nobody is accused of what came between.`;
    case "memory-full":
      return `${number("versions", "last version")} had to be forgotten, to stay within memory: the next update of such an object cannot be told.`;
    case "not-watched":
      return `${arg("kind")} (${arg("apiVersion")}) was not watched: ${arg("why")}`;
    case "bad-lines":
      return `${number("lines", "line")} could not be read, and may have had writes.`;
    case "no-answered-stage":
      return "No request in this log is answered: its policy leaves out the stage ResponseComplete.";
    case "without-bodies":
      return `Of ${number("writes", "write")} at level Metadata the log has no bodies: what they changed it does not tell.`;
    case "without-answers":
      return `Of ${number("writes", "write")} at level Request the log has no answers: whether they changed anything it does not tell.`;
    case "answers-missing":
      return `Of ${number("writes", "write")} at level RequestResponse the answer is not there: another server gave it.`;
    case "bodies-cut-off":
      return `The server cut the bodies of ${number("writes", "write")} off (--audit-log-truncate-max-event-size).`;
    case "versions-forgotten":
      return `The last versions of ${number("objects", "object")} had to be forgotten: their next writes are unknown.`;
    case "merged":
      return `Of ${number("parts", "document")}: the first write of an object in each is unknown there, and a finding of less in each than is called churn may be missing.`;
    default:
      return codeText(note);
  }
}

/** What an audit log lets one know, as a sentence. */
export function knowingText(code: string): string {
  switch (code) {
    case "writers":
      return "It tells who wrote what, and how often.";
    case "updates-over-one-version":
      return "An update is known to have changed nothing where the next one of the object was made over the same version.";
    case "repeated-requests":
      return "It tells where the same request was sent again.";
    case "answers":
      return "It tells what a write changed, from the second one of an object on.";
    default:
      return codeText({ code, args: [] });
  }
}
