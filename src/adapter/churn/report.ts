import type { FactSource } from "../../core/facts.js";
import type { Json } from "../../core/json.js";
import { type Accused, accusedOf } from "./accused.js";
import type { ChurnCounter } from "./counter.js";
import type { ChurnDocument, Finding } from "./document.js";
import { proposalOf } from "./proposals.js";
import { rateOf } from "./rate.js";
import { BOUNDS } from "./thresholds.js";
import { whoOf } from "./write.js";

export interface ReportOptions<Format extends string, Note> {
  readonly format: Format;
  /** In milliseconds since 1970: what the rates are reckoned by. */
  readonly from: number;
  readonly to: number;
  /** Of the rule sets in use: proposed rules are linted by them. */
  readonly facts: FactSource;
  readonly notes?: readonly Note[];
}

/** The counts of a counter as a document; the worst of each sort, bounded. */
export function reportOf<Format extends string, Note = never>(
  counter: ChurnCounter,
  options: ReportOptions<Format, Note>,
): ChurnDocument<Format, Note> {
  const { format, from, to, facts, notes = [] } = options;
  const seconds = Math.max(0, (to - from) / 1000);
  const rate = (writes: number): number => rateOf(writes, seconds);
  return {
    format,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    seconds,
    writes: counter.writes,
    effects: { ...counter.effects },
    findings: findingsOf(counter, seconds, facts),
    writers: heaviest(counter.writers.values(), BOUNDS.writersShown).map(({ who, ...rest }) => ({
      ...who,
      ...rest,
      perMinute: rate(rest.writes),
      effects: { ...rest.effects },
    })),
    objects: heaviest(counter.objects.values(), BOUNDS.objectsShown).map(
      ({ ref, writes, effects, managers }) => ({
        ...ref,
        writes,
        perMinute: rate(writes),
        effects: { ...effects },
        managers: [...managers],
      }),
    ),
    paths: pathsOf(counter),
    timeline: {
      seconds: counter.timeline.seconds,
      buckets: counter.timeline
        .list()
        .map(({ at, effects }) => ({ at: new Date(at).toISOString(), effects: { ...effects } })),
    },
    forgotten: { objects: counter.objects.forgotten, writers: counter.writers.forgotten },
    notes,
  };
}

/** Who is accused of what, the heaviest first. @param seconds how long was counted: what the rates are reckoned by */
export function findingsOf(counter: ChurnCounter, seconds: number, facts: FactSource): readonly Finding[] {
  return accusedOf(counter.objects.values())
    .slice(0, BOUNDS.findings)
    .map((accused) => findingOf(accused, seconds, facts));
}

function findingOf(accused: Accused, seconds: number, facts: FactSource): Finding {
  const { what, by, apiVersion, kind, writes, objects, paths } = accused;
  const makers = by.map(whoOf);
  const userAgents = makers.flatMap(({ userAgent }) => userAgent ?? []);
  return {
    what,
    managers: [...new Set(makers.flatMap(({ manager }) => manager ?? []))],
    ...(userAgents.length > 0 && { userAgents: [...new Set(userAgents)] }),
    apiVersion,
    kind,
    objects: objects.length,
    writes,
    perMinute: rateOf(writes, seconds),
    ...(accused.unnamed > 0 && { unnamed: accused.unnamed }),
    worst: heaviest(objects, BOUNDS.worst).map(({ object: { ref }, writes: ofObject }) => ({
      ...(ref.namespace !== undefined && { namespace: ref.namespace }),
      name: ref.name,
      writes: ofObject,
    })),
    paths: [...paths]
      .map(([path, { writes: ofPath, values }]) => ({
        path,
        writes: ofPath,
        ...(values.size > 0 && { values: [...values.values()].map((value): Json => value ?? null) }),
      }))
      .sort((a, b) => b.writes - a.writes)
      .slice(0, BOUNDS.worst),
    proposal: proposalOf(accused, facts),
  };
}

function pathsOf({ objects }: ChurnCounter): ChurnDocument["paths"] {
  const all = new Map<
    string,
    {
      apiVersion: string;
      kind: string;
      path: string;
      writes: number;
      flips: number;
      by: Set<string>;
      objects: number;
    }
  >();
  for (const { ref, paths } of objects.values()) {
    const { apiVersion, kind } = ref;
    for (const [path, { writes, flips, managers }] of paths) {
      const key = JSON.stringify([apiVersion, kind, path]);
      const known = all.get(key) ?? {
        apiVersion,
        kind,
        path,
        writes: 0,
        flips: 0,
        by: new Set(),
        objects: 0,
      };
      known.writes += writes;
      known.flips += flips;
      known.objects++;
      for (const by of managers) known.by.add(by);
      all.set(key, known);
    }
  }
  return heaviest(all.values(), BOUNDS.paths).map(({ by, ...rest }) => {
    const makers = [...by].map(whoOf).flatMap(({ manager, userAgent }) => manager ?? userAgent ?? []);
    return { ...rest, managers: [...new Set(makers)].slice(0, BOUNDS.worst) };
  });
}

function heaviest<T extends { readonly writes: number }>(all: Iterable<T>, most: number): readonly T[] {
  return [...all].sort((a, b) => b.writes - a.writes).slice(0, most);
}
