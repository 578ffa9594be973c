import { expect, it } from "vitest";
import { nextText } from "../../../src/cli/evidence/next.js";
import { CANDIDATES, type Candidate } from "../../../src/rules/learn/evidence/candidates.js";
import type { Choice } from "../../../src/rules/learn/evidence/choose.js";
import type { Score } from "../../../src/rules/learn/evidence/tally.js";

const score = (falseWrites: number): Score => ({ pairs: 9, falseSkips: 0, falseWrites, examples: [] });
const only = (strategy: Candidate): Choice => ({ type: "never-wrong", strategy });
const FILE = "<set>/core/ConfigMap.json";
const LEARN = "churngate learn --context NAME -f FILE looks for a rule under which exact is right; or ";

it.each<[string, Choice, exact: number, rule: readonly [string, number], string | undefined]>([
  ["what the rule says", only("exact"), 0, ["exact", 0], undefined],
  ["no evidence", { type: "no-evidence" }, 0, ["exact", 0], undefined],
  [
    "another, since exact is wrong",
    only("observed"),
    1,
    ["exact", 1],
    `${LEARN}state "strategy": "observed" in ${FILE}`,
  ],
  [
    "exact, which the rule does not say",
    only("exact"),
    0,
    ["observed", 0],
    `state "strategy": "exact" in ${FILE}`,
  ],
  [
    "a rule that is wrong by its fields",
    only("exact"),
    0,
    ["exact", 1],
    `state "strategy": "exact" in ${FILE}`,
  ],
  [
    "a fingerprint and drift",
    only("hash+drift"),
    0,
    ["exact", 0],
    `state "strategy": "hash", "hash": { "drift": "exact" } in ${FILE}`,
  ],
  ["the same, as it is", only("hash+drift"), 0, ["hash", 0], undefined],
  [
    "one of several",
    { type: "fewest-writes", strategies: ["exact", "observed"] },
    1,
    ["observed", 1],
    undefined,
  ],
])("%s", (_what, choice, exact, [strategy, wrong], text) => {
  const scores = Object.fromEntries(CANDIDATES.map((name) => [name, score(exact)])) as Record<
    Candidate,
    Score
  >;
  const rule = { strategy, place: undefined, score: score(wrong) };
  expect(nextText({ apiVersion: "v1", kind: "ConfigMap", choice, rule, scores })).toBe(text);
});
