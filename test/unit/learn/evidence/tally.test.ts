import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../src/core/json.js";
import { compileRules } from "../../../../src/rules/compile.js";
import { createGate } from "../../../../src/rules/gate.js";
import type { Asked, Said } from "../../../../src/rules/learn/evidence/asked.js";
import { CANDIDATES, type Candidate } from "../../../../src/rules/learn/evidence/candidates.js";
import { choose } from "../../../../src/rules/learn/evidence/choose.js";
import { byGate, contendersOf } from "../../../../src/rules/learn/evidence/decide.js";
import { type Score, Tallies } from "../../../../src/rules/learn/evidence/tally.js";
import type { RuleLiteral } from "../../../../src/rules/set.js";

const widget = (spec: JsonObject): JsonObject => ({
  apiVersion: "example.com/v1",
  kind: "Widget",
  metadata: { name: "w", uid: "u" },
  spec,
});
const live = widget({ size: 2, tier: "gold" });
const changes: Said = { type: "changes", paths: ["spec.size"], onlyOrder: false };

/** What the server said of a few writes over live, which desired `{size: 2}` has left behind. */
const ASKED: readonly Asked[] = [
  asked("unchanged", { size: 2 }, { type: "changes-nothing" }),
  asked("changed", { size: 3 }, changes),
  asked("stated", { size: 2, tier: "gold" }, { type: "changes-nothing" }),
  asked("removed", {}, changes),
];

function asked(edit: Asked["edit"], spec: JsonObject, said: Said): Asked {
  const answer = said.type === "changes" ? widget({ ...spec, tier: "gold" }) : live;
  return { edit, path: edit === "unchanged" ? "" : "spec.size", desired: widget(spec), live, said, answer };
}

function scores(rule: Partial<RuleLiteral>, pairs: readonly Asked[] = ASKED, sees = true) {
  const rules = compileRules([
    { rules: [{ group: "example.com", kind: "Widget", strategy: "derivative", ...rule }] },
  ]);
  const tallies = new Tallies(contendersOf(rules, {}), byGate(createGate({ rules })));
  for (const each of pairs) tallies.add("w", each, widget({ size: 2 }), sees);
  return { ...tallies.scores(), rule: tallies.ruleScore() };
}

const counts = ({ pairs, falseSkips, falseWrites }: Score) => [pairs, falseSkips, falseWrites];

describe("scores", () => {
  it.each<[Candidate | "rule", [pairs: number, falseSkips: number, falseWrites: number]]>([
    // A hand's edit is not seen; desired that states what live has is another desired.
    ["hash", [7, 2, 1]],
    // The removal, from both sides.
    ["derivative", [7, 2, 0]],
    // Without facts, tier is no default.
    ["exact", [7, 0, 1]],
    ["hash+drift", [7, 0, 2]],
    ["observed", [7, 0, 0]],
    ["unconditional", [7, 0, 3]],
    ["rule", [7, 2, 0]],
  ])("%s", (name, wanted) => {
    expect(counts(scores({})[name])).toEqual(wanted);
  });

  it("are of the rule's own ignores", () => {
    const { exact, rule } = scores({ strategy: "exact", ignore: ["spec.tier"] });
    expect([counts(exact), counts(rule)]).toEqual([
      [7, 0, 0],
      [7, 0, 0],
    ]);
  });

  it("take a strategy that holds for some objects, or for a field, for the one that is asked about", () => {
    const rule: Partial<RuleLiteral> = {
      fields: [{ path: "spec", strategy: "exact" }],
      overrides: [{ match: { name: "w" }, strategy: "unconditional" }],
      when: [{ if: { on: "live", path: "spec" }, strategy: "unconditional" }],
    };
    expect(counts(scores(rule).derivative)).toEqual([7, 2, 0]);
    expect(counts(scores(rule).rule)).toEqual([7, 0, 3]);
  });

  it("count neither verdict wrong where only owners or the order of a set would change", () => {
    const either: readonly Said[] = [{ type: "changes-owners" }, { ...changes, onlyOrder: true }];
    const pairs = either.map((said) => asked("changed", { size: 2 }, said));
    for (const score of Object.values(scores({}, pairs))) expect(counts(score)).toEqual([4, 0, 0]);
  });

  it("tell nothing of what is immutable where nothing is there yet", () => {
    const pairs = [asked("changed", { size: 3, tier: "gold" }, changes)];
    const rule = { immutable: ["spec.size"] };
    expect(counts(scores(rule, pairs, true).exact)).toEqual([2, 2, 0]);
    expect(counts(scores(rule, pairs, false).exact)).toEqual([0, 0, 0]);
  });

  it("name a few pairs, false skips first, one of each place", () => {
    const { examples } = scores({}).hash;
    expect(examples.map(({ edit, side }) => [edit, side])).toEqual([
      ["changed", "live"],
      ["removed", "live"],
      ["stated", "desired"],
    ]);
  });
});

describe("choose", () => {
  const wrong = (falseSkips: number, falseWrites: number, pairs = 9): Score => ({
    pairs,
    falseSkips,
    falseWrites,
    examples: [],
  });
  const all = (some: Partial<Record<Candidate, Score>>, rest: Score) =>
    Object.fromEntries(CANDIDATES.map((name) => [name, some[name] ?? rest])) as Record<Candidate, Score>;

  it.each([
    [
      "the cheapest that is never wrong",
      all({ exact: wrong(0, 0), observed: wrong(0, 0) }, wrong(1, 0)),
      { type: "never-wrong", strategy: "exact" },
    ],
    [
      "hash, where nothing speaks against it",
      all({}, wrong(0, 0)),
      { type: "never-wrong", strategy: "hash" },
    ],
    [
      "those with the fewest needless writes, where all are wrong",
      all({ hash: wrong(1, 0), exact: wrong(0, 2), observed: wrong(0, 2) }, wrong(0, 5)),
      { type: "fewest-writes", strategies: ["exact", "observed"] },
    ],
    ["nothing, of nothing", all({}, wrong(0, 0, 0)), { type: "no-evidence" }],
  ])("%s", (_what, given, choice) => {
    expect(choose(given)).toEqual(choice);
  });
});
