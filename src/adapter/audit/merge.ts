import type { CountedEffect } from "../churn/effect.js";
import type { ChurnDocument } from "../churn/index.js";
import { rateOf } from "../churn/rate.js";
import { BOUNDS } from "../churn/thresholds.js";
import { type Counts, count, spanOf, startOf } from "../churn/timeline.js";
import { costOf } from "./cost.js";
import type {
  AuditDocument,
  AuditNote,
  AuditObject,
  AuditWriter,
  Knowing,
  ObjectFault,
  Ways,
} from "./document.js";
import { groupBy } from "./group-by.js";
import { mergedFindings } from "./merge-findings.js";
import { listed, worstFirst } from "./report.js";
import { LEVELS } from "./request.js";
import { noRequests, type RequestCounts } from "./requests.js";
import { WAYS } from "./way.js";

const KNOWING: readonly Knowing[] = ["writers", "updates-over-one-version", "repeated-requests", "answers"];

/**
 * The counts of several documents as one: of parts of a log, or of several servers' logs. Exact but for what a document bounds
 * (`unlisted`, `forgotten`), and for an object's first write in each part, whose effect is unknown there.
 */
export function mergeAudits(parts: readonly AuditDocument[], perNoopMs: Ways): AuditDocument {
  // Without a request there is no time.
  const counted = parts.filter(({ requests }) => Object.values(requests).some((count) => count > 0));
  const from = Math.min(...counted.map((part) => Date.parse(part.from)));
  const to = Math.max(...counted.map((part) => Date.parse(part.to)));
  const [start, end] = counted.length === 0 ? [0, 0] : [from, to];
  const seconds = Math.max(0, end - start) / 1000;
  const writers = writersOf(parts, seconds);
  const { objects, unlisted } = objectsOf(parts, seconds);
  return {
    format: "audit/1",
    from: new Date(start).toISOString(),
    to: new Date(end).toISOString(),
    seconds,
    writes: sum(parts, ({ writes }) => writes),
    effects: effectsOf(parts.map(({ effects }) => effects)),
    findings: mergedFindings(parts, objects, seconds),
    writers,
    objects,
    unlisted,
    paths: pathsOf(parts),
    timeline: timelineOf(parts),
    forgotten: {
      objects: sum(parts, ({ forgotten }) => forgotten.objects),
      writers: sum(parts, ({ forgotten }) => forgotten.writers),
    },
    notes: notesOf(parts),
    lines: {
      read: sum(parts, ({ lines }) => lines.read),
      skipped: sum(parts, ({ lines }) => lines.skipped),
      bad: sum(parts, ({ lines }) => lines.bad),
    },
    requests: requestsOf(parts),
    levels: Object.fromEntries(
      LEVELS.map((level) => [level, sum(parts, ({ levels }) => levels[level])]),
    ) as Record<(typeof LEVELS)[number], number>,
    knows: KNOWING.filter((each) => parts.some(({ knows }) => knows.includes(each))),
    ...costOf(writers, perNoopMs),
  };
}

function sum<T>(all: readonly T[], of: (each: T) => number): number {
  return all.reduce((total, each) => total + of(each), 0);
}

function effectsOf(all: readonly Counts[]): Counts {
  const total: Counts = {};
  for (const effects of all) {
    for (const [effect, n] of Object.entries(effects)) count(total, effect as CountedEffect, n);
  }
  return total;
}

function writersOf(parts: readonly AuditDocument[], seconds: number): readonly AuditWriter[] {
  const rows = parts.flatMap(({ writers }) => writers);
  return groupBy(rows, (row) => [row.manager, row.userAgent, row.apiVersion, row.kind])
    .map((group) => {
      const writes = sum(group, (row) => row.writes);
      return {
        ...(group[0] as AuditWriter),
        writes,
        perMinute: rateOf(writes, seconds),
        effects: effectsOf(group.map(({ effects }) => effects)),
        noops: waysOf(group.map(({ noops }) => noops)),
        moves: waysOf(group.map(({ moves }) => moves)),
        repeats: sum(group, ({ repeats }) => repeats),
      };
    })
    .sort((a, b) => b.writes - a.writes);
}

function waysOf(all: readonly Ways[]): Ways {
  return Object.fromEntries(WAYS.map((way) => [way, sum(all, (ways) => ways[way])])) as unknown as Ways;
}

function objectsOf(
  parts: readonly AuditDocument[],
  seconds: number,
): Pick<AuditDocument, "objects" | "unlisted"> {
  const rows = parts.flatMap(({ objects }) => objects);
  const merged = groupBy(rows, (row) => [row.apiVersion, row.kind, row.namespace, row.name])
    .map((group) => {
      const writes = sum(group, (row) => row.writes);
      return {
        ...(group[0] as AuditObject),
        writes,
        perMinute: rateOf(writes, seconds),
        effects: effectsOf(group.map(({ effects }) => effects)),
        managers: [...new Set(group.flatMap(({ managers }) => managers))],
        faults: faultsOf(group.flatMap(({ faults }) => faults)),
      };
    })
    .sort(worstFirst);
  const { objects, unlisted } = listed(merged);
  // One that a part does not list may have so many writes there.
  const most = unlisted.most + sum(parts, (part) => part.unlisted.most);
  const rest = unlisted.objects + sum(parts, (part) => part.unlisted.objects);
  return { objects, unlisted: { objects: rest, most } };
}

function faultsOf(faults: readonly ObjectFault[]): readonly ObjectFault[] {
  return groupBy(faults, ({ what, manager, userAgent }) => [what, manager, userAgent]).map((group) => {
    const first = group[0] as ObjectFault;
    const bests = group.map(({ best }) => best);
    // Time stamps count together while one follows the other soon: across a seam that is not known.
    const best = first.what === "times-only" ? Math.max(...bests) : sum(bests, (each) => each);
    return { ...first, writes: sum(group, ({ writes }) => writes), best };
  });
}

function pathsOf(parts: readonly AuditDocument[]): ChurnDocument["paths"] {
  const rows = parts.flatMap(({ paths }) => paths);
  return groupBy(rows, (row) => [row.apiVersion, row.kind, row.path])
    .map((group) => ({
      ...(group[0] as (typeof rows)[number]),
      writes: sum(group, ({ writes }) => writes),
      flips: sum(group, ({ flips }) => flips),
      managers: [...new Set(group.flatMap(({ managers }) => managers))],
      // Whether they are the same ones is not in the documents: so many at least.
      objects: Math.max(...group.map(({ objects }) => objects)),
    }))
    .sort((a, b) => b.writes - a.writes)
    .slice(0, BOUNDS.paths);
}

/** In buckets of the widest width, or wider: widths double, and begin at 1970, so that narrower ones fit in whole. */
function timelineOf(parts: readonly AuditDocument[]): AuditDocument["timeline"] {
  const all = parts.flatMap(({ timeline }) => timeline.buckets);
  let seconds = Math.max(1, ...parts.map(({ timeline }) => timeline.seconds));
  const times = all.map(({ at }) => Date.parse(at));
  while (spanOf(times, seconds) > BOUNDS.buckets) seconds *= 2;
  const buckets = new Map<number, Counts[]>();
  for (const { at, effects } of all) {
    const start = startOf(Date.parse(at), seconds);
    const known = buckets.get(start);
    if (known === undefined) buckets.set(start, [effects]);
    else known.push(effects);
  }
  return {
    seconds,
    buckets: [...buckets]
      .sort(([a], [b]) => a - b)
      .map(([at, effects]) => ({ at: new Date(at).toISOString(), effects: effectsOf(effects) })),
  };
}

function requestsOf(parts: readonly AuditDocument[]): RequestCounts {
  const total = noRequests();
  for (const name of Object.keys(total) as (keyof RequestCounts)[]) {
    total[name] = sum(parts, ({ requests }) => requests[name]);
  }
  return total;
}

/** One of each code, its numbers added up. */
function notesOf(parts: readonly AuditDocument[]): readonly AuditNote[] {
  const all = parts.flatMap((part) => part.notes.filter(({ code }) => code !== "merged"));
  const notes = groupBy(all, ({ code }) => [code]).map((group) => {
    const total: Record<string, string | number> = {};
    for (const [name, value] of group.flatMap((note) => Object.entries(note))) {
      const before = total[name];
      total[name] = typeof value === "number" && typeof before === "number" ? before + value : value;
    }
    return total as AuditNote;
  });
  return [...notes, { code: "merged", parts: sum(parts, partsOf) }];
}

/** A document may be a sum itself. */
function partsOf({ notes }: AuditDocument): number {
  const merged = notes.find((note) => note.code === "merged");
  return merged?.parts ?? 1;
}
