import type { Coded, Decided, DecidedObject } from "../documents.js";
import { fullName } from "./churn.js";
import type { Reading } from "./reading.js";

const text = (reading: Reading): string => reading.text();

/** A document of `explain` or `apply`. Values are left where they are. @throws ReadingError */
export function readDecided(document: Reading, format: Decided["format"]): Decided {
  const outcome = format === "apply/1" ? "result" : "verdict";
  return {
    format,
    objects: document.get("objects").list(
      (reading): DecidedObject => ({
        apiVersion: reading.get("apiVersion").text(),
        kind: reading.get("kind").text(),
        name: fullName(reading),
        verdict: reading.get(outcome).text(),
        strategy: reading.get("strategy").maybe(text) ?? "",
        reason: reading.get("reason").maybe((reason) => reason.get("code").text()) ?? "",
        paths: reading.get("changes").list((change) => change.get("path").text()),
      }),
    ),
    errors: document.get("errors").list(coded),
  };
}

/** A code with what stands beside it, or the code alone. */
function coded(reading: Reading): Coded {
  if (typeof reading.value === "string") return { code: reading.value, args: [] };
  const args = [...reading.map((member) => member.json())].filter(([name]) => name !== "code");
  return { code: reading.get("code").text(), args };
}
