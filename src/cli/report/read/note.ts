import type { AuditNote } from "../../../adapter/audit/document.js";
import type { WatchNote } from "../../../adapter/churn/index.js";
import type { Reading } from "./reading.js";

type Note = WatchNote | AuditNote;

const CODES: readonly Note["code"][] = [
  "no-ops-unseen",
  "missed",
  "memory-full",
  "not-watched",
  "bad-lines",
  "no-answered-stage",
  "without-bodies",
  "without-answers",
  "answers-missing",
  "bodies-cut-off",
  "versions-forgotten",
  "merged",
];

/** @throws ReadingError */
export function readNote(reading: Reading): Note {
  const code = reading.get("code").oneOf(CODES);
  const count = (name: string): number => reading.get(name).count();
  switch (code) {
    case "no-ops-unseen":
      return { code };
    case "missed":
      return { code, steps: count("steps") };
    case "memory-full":
      return { code, versions: count("versions") };
    case "not-watched":
      return {
        code,
        apiVersion: reading.get("apiVersion").text(),
        kind: reading.get("kind").text(),
        why: reading.get("why").text(),
      };
    case "bad-lines":
    case "no-answered-stage":
      return { code, lines: count("lines") };
    case "versions-forgotten":
      return { code, objects: count("objects") };
    case "merged":
      return { code, parts: count("parts") };
    default:
      return { code, writes: count("writes") };
  }
}
