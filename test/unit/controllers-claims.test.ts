// What the claims of tools/controllers hold for a fault, on documents that are wrong in one way each.
import { expect, test } from "vitest";
import { accusationsOf, gatedIsClear, named, nobodyElse } from "../../tools/controllers/claims.mjs";
import { countsAgree, watchSawAll } from "../../tools/controllers/counts.mjs";
import type { Counted, Document, Finding, Guilt } from "../../tools/controllers/types.d.ts";

const guilt: Guilt = {
  what: "flips",
  objects: [{ kind: "Deployment", names: ["a", "b"] }],
  path: "spec.replicas",
};
const round = () => Promise.resolve();
const accusations = accusationsOf([
  { name: "one", guilt, round },
  { name: "other", guilt, round },
]);
const finding: Finding = {
  what: "flips",
  managers: ["other", "one"],
  apiVersion: "apps/v1",
  kind: "Deployment",
  objects: 2,
  writes: 9,
  perMinute: 9,
  worst: [{ name: "a", writes: 5 }],
  paths: [{ path: "spec.replicas", writes: 9 }],
  proposal: { fix: "give-way", gives: "one", keeps: ["other"], by: "ignore" },
};
const document = (...findings: readonly Finding[]): Document => ({
  writes: 9,
  effects: {},
  findings,
  writers: [
    {
      manager: "one",
      userAgent: "one/v1",
      apiVersion: "networking.k8s.io/v1",
      kind: "NetworkPolicy",
      writes: 9,
      perMinute: 9,
      effects: { nothing: 4, change: 4, unknown: 1 },
    },
  ],
  forgotten: { objects: 0, writers: 0 },
});
const counted: Counted = {
  userAgent: "one/v1",
  resource: "networkpolicies",
  writes: 9,
  creates: 0,
  deletes: 0,
  idle: 1,
  same: 3,
  changes: 5,
  moved: 9,
};
const [accusation] = accusations;
if (accusation === undefined || accusations.length !== 1) throw new Error("two who do the same are one");

const rows: readonly (readonly [what: string, faults: readonly string[], wrong: number])[] = [
  ["what is right", named("watch", document(finding), accusation).faults, 0],
  ["no finding", named("watch", document(), accusation).faults, 1],
  ["one of two managers", named("watch", document({ ...finding, managers: ["one"] }), accusation).faults, 1],
  ["fewer objects", named("watch", document({ ...finding, objects: 1 }), accusation).faults, 1],
  [
    "another's object",
    named("watch", document({ ...finding, worst: [{ name: "c", writes: 1 }] }), accusation).faults,
    1,
  ],
  [
    "another path besides",
    named(
      "watch",
      document({ ...finding, paths: [...finding.paths, { path: "spec.paused", writes: 1 }] }),
      accusation,
    ).faults,
    1,
  ],
  ["nobody else", nobodyElse("watch", document(finding), accusations).faults, 0],
  [
    "a third",
    nobodyElse("watch", document({ ...finding, managers: ["one", "third"] }), accusations).faults,
    1,
  ],
  ["another kind", nobodyElse("watch", document({ ...finding, kind: "Service" }), accusations).faults, 1],
  [
    "another's user agent",
    nobodyElse("audit", document({ ...finding, userAgents: ["third/v1"] }), accusations).faults,
    1,
  ],
  ["one who is clear", gatedIsClear("watch", document(finding), ["third"]).faults, 0],
  ["one who is not", gatedIsClear("watch", document(finding), ["one"]).faults, 1],
  ["equal counts", countsAgree(document(), [counted]).faults, 0],
  ["one write less", countsAgree(document(), [{ ...counted, writes: 10 }]).faults, 2],
  ["one no-op less", countsAgree(document(), [{ ...counted, idle: 2 }]).faults, 1],
  ["all updates seen", watchSawAll(document(), [counted]).faults, 0],
  ["one not seen", watchSawAll(document(), [{ ...counted, moved: 10 }]).faults, 1],
];

test.each(rows)("%s", (_, faults, wrong) => {
  expect(faults).toHaveLength(wrong);
});
