import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { NOOP_MS } from "../../../../src/adapter/audit/cost.js";
import type { AuditDocument } from "../../../../src/adapter/audit/document.js";
import { mergeAudits } from "../../../../src/adapter/audit/merge.js";
import { AuditLog } from "../../../bench/audit-log.mjs";
import { audited, put, web } from "./events.js";

const merged = (parts: readonly AuditDocument[]) => mergeAudits(parts, NOOP_MS);

/** A log, and where it is split. */
const logs = fc
  .record({
    seed: fc.nat(),
    objects: fc.integer({ min: 1, max: 4 }),
    level: fc.constantFrom("Metadata", "Request", "RequestResponse", undefined),
    length: fc.integer({ min: 0, max: 150 }),
    cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 3 }),
  })
  .map(({ length, cuts, ...options }) => {
    const log = new AuditLog({ ...options, reads: 0.5, bad: true });
    const lines = Array.from({ length }, () => log.line());
    const places = [0, ...cuts.map((cut) => Math.floor(cut * length)).sort((a, b) => a - b), length];
    return places.slice(1).map((end, index) => lines.slice(places[index], end));
  });

/** Without what was done, which is not known at the seams. */
const tallies = ({ writers, objects, timeline, ...rest }: AuditDocument) => ({
  writers: writers
    .map(({ manager, userAgent, apiVersion, kind, writes, perMinute }) => [
      manager,
      userAgent,
      apiVersion,
      kind,
      writes,
      perMinute,
    ])
    .sort(),
  objects: objects
    .map(({ apiVersion, kind, name, writes, perMinute, managers }) => [
      apiVersion,
      kind,
      name,
      writes,
      perMinute,
      [...managers].sort(),
    ])
    .sort(),
  buckets: timeline.buckets.map(({ at, effects }) => [at, total(effects)]),
  seconds: [rest.from, rest.to, rest.seconds, timeline.seconds],
  counts: [rest.writes, rest.lines, rest.levels, rest.knows, rest.forgotten, rest.unlisted],
  requests: { ...rest.requests, repeats: 0 },
});

const total = (effects: AuditDocument["effects"]) =>
  Object.values(effects).reduce((sum, count) => sum + count, 0);

describe("merged documents of parts of a log", () => {
  test("count what the document of the whole counts; only the first writes of objects in a part are unknown", () => {
    fc.assert(
      fc.property(logs, (parts) => {
        const whole = audited(parts.flat());
        const sum = merged(parts.map((part) => audited(part)));
        expect(tallies(sum)).toEqual(tallies(whole));
        for (const effect of ["nothing", "managed-fields", "times", "respelling", "flip"] as const) {
          expect(sum.effects[effect] ?? 0).toBeLessThanOrEqual(whole.effects[effect] ?? 0);
        }
        const more = (sum.effects.unknown ?? 0) - (whole.effects.unknown ?? 0);
        expect(more).toBeGreaterThanOrEqual(0);
        // The last of an object before a seam may wait for the one behind it.
        expect(more).toBeLessThanOrEqual(2 * (parts.length - 1) * whole.objects.length);
        expect(sum.saved.noops).toBeLessThanOrEqual(whole.saved.noops);
        expect(whole.saved.noops - sum.saved.noops).toBeLessThanOrEqual(more);
      }),
      { numRuns: 200 },
    );
  });

  test("are the same in whatever order they are added up", () => {
    const added = (document: AuditDocument) => [
      tallies(document),
      document.effects,
      document.notes,
      document.cpu,
      document.saved,
    ];
    fc.assert(
      fc.property(fc.tuple(logs, logs, logs), (three) => {
        const [a, b, c] = three.map((parts) => audited(parts.flat())) as [
          AuditDocument,
          AuditDocument,
          AuditDocument,
        ];
        expect(added(merged([merged([a, b]), c]))).toEqual(added(merged([a, b, c])));
        expect(added(merged([a, merged([b, c])]))).toEqual(added(merged([a, b, c])));
      }),
      { numRuns: 50 },
    );
  });

  test("of one is that one", () => {
    fc.assert(
      fc.property(logs, (parts) => {
        const whole = audited(parts.flat());
        // Of equally heavy ones either may come first.
        const sorted = (document: AuditDocument) => ({
          ...document,
          findings: document.findings.map((each) => JSON.stringify(each)).sort(),
          notes: document.notes.filter(({ code }) => code !== "merged"),
        });
        expect(sorted(merged([whole]))).toEqual(sorted(whole));
      }),
      { numRuns: 100 },
    );
  });
});

describe("bounds", () => {
  const busy = (name: string, writes: number, from: number) =>
    Array.from({ length: writes }, (_, index) =>
      put(7, 7, { at: from + index, ref: { name, resourceVersion: "7" }, answer: web(7) }),
    );

  test("an object that is not listed has at most so many writes as are said", () => {
    const part = audited(
      Array.from({ length: 1005 }, (_, index) => busy(`o-${index}`, 1 + (index % 2), 0)).flat(),
    );
    expect([part.objects.length, part.unlisted]).toEqual([1000, { objects: 5, most: 1 }]);
    const sum = merged([part, part]);
    expect([sum.objects.length, sum.unlisted]).toEqual([1000, { objects: 10, most: 2 }]);
    expect(sum.writes).toBe(2 * part.writes);
  });

  test("a timeline has 600 buckets at most, and narrower ones fit in", () => {
    const long = audited([0, 1, 100, 100_000].map((at) => put(7, 7, { at })));
    const short = audited([0, 1, 2].map((at) => put(7, 7, { at })));
    expect([long.timeline.seconds, short.timeline.seconds]).toEqual([256, 1]);
    const sum = merged([short, long]);
    expect(sum.timeline.seconds).toBe(256);
    expect(sum.timeline.buckets.reduce((all, { effects }) => all + total(effects), 0)).toBe(7);
    for (const { at } of sum.timeline.buckets) expect(Date.parse(at) % 256_000).toBe(0);
  });
});
