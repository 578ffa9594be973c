import type { Json } from "../../../core/json.js";
import type { ReportDocument } from "../documents.js";
import { readAccuracy } from "./accuracy.js";
import { readChurn } from "./churn.js";
import { readDecided } from "./decided.js";
import { Reading } from "./reading.js";

const FORMATS = ["watch/1", "audit/1", "accuracy/1", "decision/1", "apply/1"] as const;

/** What a document of any of the formats says. @throws ReadingError */
export function readDocument(value: Json): ReportDocument {
  const document = new Reading(value);
  const format = document.get("format").oneOf(FORMATS);
  switch (format) {
    case "watch/1":
    case "audit/1":
      return readChurn(document, format);
    case "accuracy/1":
      return readAccuracy(document);
    default:
      return readDecided(document, format);
  }
}
