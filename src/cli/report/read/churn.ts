import type { Knowing } from "../../../adapter/audit/document.js";
import { objectName } from "../../churn/object-name.js";
import type { AuditFacts, Churn, KindName, ObjectRow, PathRow, Timeline, Writer } from "../documents.js";
import { readFinding } from "./finding.js";
import { readNote } from "./note.js";
import type { Reading } from "./reading.js";

const KNOWING: readonly Knowing[] = ["writers", "updates-over-one-version", "repeated-requests", "answers"];

const text = (reading: Reading): string => reading.text();
const count = (reading: Reading): number => reading.count();

/** A document of `watch` or `audit`. @throws ReadingError */
export function readChurn(document: Reading, format: Churn["format"]): Churn {
  return {
    format,
    from: document.get("from").time(),
    to: document.get("to").time(),
    seconds: document.get("seconds").count(),
    writes: document.get("writes").count(),
    effects: document.get("effects").map(count),
    findings: document.get("findings").list(readFinding),
    writers: document.get("writers").list(writer),
    objects: document.get("objects").list(objectRow),
    paths: document.get("paths").list(pathRow),
    timeline: document.get("timeline").maybe(timeline) ?? { seconds: 1, buckets: [] },
    forgotten: document.get("forgotten").map(count),
    notes: document.get("notes").list(readNote),
    kinds: document
      .get("kinds")
      .list((each) => ({ ...kindName(each), objects: each.get("objects").count() })),
    audit: format === "audit/1" ? auditFacts(document) : undefined,
  };
}

function auditFacts(document: Reading): AuditFacts {
  const saved = document.get("saved").map(count);
  return {
    saved: new Map([...saved].filter(([name]) => name !== "seconds")),
    savedSeconds: saved.get("seconds") ?? 0,
    levels: document.get("levels").map(count),
    requests: document.get("requests").map(count),
    lines: document.get("lines").map(count),
    knows: document.get("knows").list((each) => each.oneOf(KNOWING)),
  };
}

function kindName(reading: Reading): KindName {
  return { apiVersion: reading.get("apiVersion").text(), kind: reading.get("kind").text() };
}

/** An object's name, behind its namespace where it has one. */
export function fullName(reading: Reading): string {
  return objectName({ namespace: reading.get("namespace").maybe(text), name: reading.get("name").text() });
}

function writer(reading: Reading): Writer {
  return {
    ...kindName(reading),
    manager: reading.get("manager").maybe(text) ?? "",
    userAgent: reading.get("userAgent").maybe(text),
    writes: reading.get("writes").count(),
    perMinute: reading.get("perMinute").count(),
    effects: reading.get("effects").map(count),
  };
}

function objectRow(reading: Reading): ObjectRow {
  return {
    ...kindName(reading),
    name: fullName(reading),
    writes: reading.get("writes").count(),
    perMinute: reading.get("perMinute").count(),
    effects: reading.get("effects").map(count),
    managers: reading.get("managers").list(text),
  };
}

function pathRow(reading: Reading): PathRow {
  return {
    ...kindName(reading),
    path: reading.get("path").text(),
    writes: reading.get("writes").count(),
    flips: reading.get("flips").maybe(count) ?? 0,
    managers: reading.get("managers").list(text),
    objects: reading.get("objects").count(),
  };
}

function timeline(reading: Reading): Timeline {
  return {
    seconds: reading.get("seconds").count(),
    buckets: reading.get("buckets").list((bucket) => ({
      at: bucket.get("at").time(),
      effects: bucket.get("effects").map(count),
    })),
  };
}
