import type { Json } from "../../../core/json.js";
import type { ReportDocument } from "../documents.js";
import { readAccuracy } from "./accuracy.js";
import { readChurn } from "./churn.js";
import { readDecided } from "./decided.js";
import { Reading, ReadingError } from "./reading.js";

/** What a document of any of the formats says. @throws ReadingError */
export function readDocument(value: Json): ReportDocument {
  const document = new Reading(value);
  const { value: format } = document.get("format");
  switch (format) {
    case "watch/1":
    case "audit/1":
      return readChurn(document, format);
    case "accuracy/1":
      return readAccuracy(document);
    case "decision/1":
    case "apply/1":
      return readDecided(document, format);
    default:
      throw new ReadingError("format", "one of watch/1, audit/1, accuracy/1, decision/1, apply/1");
  }
}
