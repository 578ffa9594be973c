import type { AuditDocument } from "../../adapter/audit/document.js";

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === "string";
const count: Check = (value) => typeof value === "number" && Number.isFinite(value) && value >= 0;
const time: Check = (value) => typeof value === "string" && !Number.isNaN(Date.parse(value));
const listOf =
  (item: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(item);
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const has =
  (members: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isRecord(value) &&
    Object.entries(members).every(([name, check]) => Object.hasOwn(value, name) && check(value[name]));
const counts: Check = (value) => isRecord(value) && Object.values(value).every(count);
const countsOf = (...names: readonly string[]): Check =>
  has(Object.fromEntries(names.map((name) => [name, count])));

const ways = countsOf("apply", "update", "patch");
const ref = { apiVersion: text, kind: text, writes: count };

/** As far as merging reads it: schemas/audit.schema.json. */
const document = has({
  format: (value) => value === "audit/1",
  from: time,
  to: time,
  writes: count,
  effects: counts,
  findings: listOf(
    has({
      ...ref,
      what: text,
      managers: listOf(text),
      objects: count,
      worst: listOf(has({ name: text, writes: count })),
      paths: listOf(has({ path: text, writes: count })),
      proposal: isRecord,
    }),
  ),
  writers: listOf(has({ ...ref, effects: counts, noops: ways, moves: ways, repeats: count })),
  objects: listOf(
    has({
      ...ref,
      name: text,
      effects: counts,
      managers: listOf(text),
      faults: listOf(has({ what: text, writes: count, best: count })),
    }),
  ),
  unlisted: countsOf("objects", "most"),
  paths: listOf(has({ ...ref, path: text, flips: count, managers: listOf(text), objects: count })),
  timeline: has({ seconds: count, buckets: listOf(has({ at: time, effects: counts })) }),
  forgotten: countsOf("objects", "writers"),
  notes: listOf(has({ code: text })),
  lines: countsOf("read", "skipped", "bad"),
  requests: countsOf("reads", "writes", "dryRuns", "refused", "calls", "other", "repeats"),
  levels: countsOf("Metadata", "Request", "RequestResponse"),
  knows: listOf(text),
});

export function isAuditDocument(value: unknown): value is AuditDocument {
  return document(value);
}
