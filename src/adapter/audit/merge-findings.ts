import { BOUNDS, type Finding, LEAST } from "../churn/index.js";
import { rateOf } from "../churn/rate.js";
import type { AuditDocument, AuditObject, ObjectFault } from "./document.js";
import { groupBy } from "./group-by.js";

/**
 * The findings of merged documents. What is seen of each object by itself is judged anew, by the sums: a part may have had too little of
 * it. Flips are those of the parts, and so are paths and proposals.
 */
export function mergedFindings(
  parts: readonly AuditDocument[],
  objects: readonly AuditObject[],
  seconds: number,
): readonly Finding[] {
  const given = groupBy(
    parts.flatMap(({ findings }) => findings),
    keyOf,
  ).map((group) => together(group, seconds));
  const flips = given.filter(({ what }) => what === "flips");
  const judged = judgedAnew(objects, seconds).map((finding) => {
    const before = given.find((each) => isSame(each, finding));
    return before === undefined ? finding : { ...finding, paths: before.paths, proposal: before.proposal };
  });
  // Objects that no document lists have no say in the sums.
  const others = given.filter(
    ({ what, ...rest }) => what !== "flips" && !judged.some((each) => isSame(each, { what, ...rest })),
  );
  return [...flips, ...judged, ...others].sort((a, b) => b.writes - a.writes).slice(0, BOUNDS.findings);
}

function keyOf({ what, managers, userAgents, apiVersion, kind }: Finding): readonly unknown[] {
  return [what, managers, userAgents, apiVersion, kind];
}

function isSame(a: Finding, b: Finding): boolean {
  return JSON.stringify(keyOf(a)) === JSON.stringify(keyOf(b));
}

function together(group: readonly Finding[], seconds: number): Finding {
  const [first] = group as readonly [Finding];
  const writes = group.reduce((sum, each) => sum + each.writes, 0);
  const worst = groupBy(
    group.flatMap((each) => each.worst),
    ({ namespace, name }) => [namespace, name],
  ).map((rows) => ({
    ...(rows[0] as Finding["worst"][number]),
    writes: rows.reduce((sum, row) => sum + row.writes, 0),
  }));
  const paths = groupBy(
    group.flatMap((each) => each.paths),
    ({ path }) => [path],
  ).map((rows) => ({
    ...(rows[0] as Finding["paths"][number]),
    writes: rows.reduce((sum, row) => sum + row.writes, 0),
  }));
  return {
    ...first,
    // Whether they are the same ones is not in the documents: so many at least.
    objects: Math.max(worst.length, ...group.map(({ objects }) => objects)),
    writes,
    perMinute: rateOf(writes, seconds),
    worst: heaviest(worst),
    paths: heaviest(paths),
  };
}

/** One fault of one object. */
interface Row {
  readonly object: AuditObject;
  readonly fault: ObjectFault;
}

function judgedAnew(objects: readonly AuditObject[], seconds: number): readonly Finding[] {
  const rows = objects.flatMap((object) =>
    object.faults.filter(({ what, best }) => best >= LEAST[what]).map((fault): Row => ({ object, fault })),
  );
  return groupBy(rows, ({ object: { apiVersion, kind }, fault: { what, manager, userAgent } }) => [
    what,
    manager,
    userAgent,
    apiVersion,
    kind,
  ]).map((group) => findingOf(group, seconds));
}

function findingOf(group: readonly Row[], seconds: number): Finding {
  const { object, fault } = group[0] as Row;
  const { what, manager, userAgent } = fault;
  const writes = group.reduce((sum, row) => sum + row.fault.writes, 0);
  const worst = group.map(({ object: { namespace, name }, fault: { writes: ofObject } }) => ({
    ...(namespace !== undefined && { namespace }),
    name,
    writes: ofObject,
  }));
  return {
    what,
    managers: [manager],
    ...(userAgent !== undefined && { userAgents: [userAgent] }),
    apiVersion: object.apiVersion,
    kind: object.kind,
    objects: group.length,
    writes,
    perMinute: rateOf(writes, seconds),
    worst: heaviest(worst),
    paths: [],
    proposal: { fix: "gate" },
  };
}

function heaviest<T extends { readonly writes: number }>(all: readonly T[]): readonly T[] {
  return [...all].sort((a, b) => b.writes - a.writes).slice(0, BOUNDS.worst);
}
