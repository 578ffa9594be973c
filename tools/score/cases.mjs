// @ts-check
// Scores a gate on cases: pairs with the verdict that a person found to be right.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { causesOf } from "./causes.mjs";
import { decisionOf } from "./gate.mjs";
import { linesOf } from "./read.mjs";

/** Why a case without rules of its own does not count. @type {Readonly<Record<string, string>>} */
const NEEDS = {
  "pod-sidecar-not-removed": "needs ownership: a record of the containers that were ours",
  "csidriver-dropped-fields": "needs a record: that an earlier write of the same fields was dropped",
};

/** @param {import("./types.js").Case} item */
function isStatusWrite({ rule }) {
  return rule?.startsWith("status write") ?? false;
}

/**
 * @param {string} file
 * @param {import("./types.js").GateMaker} makeGate
 * @param {import("./types.js").Mode} mode
 * @param {{ dirs: readonly string[], caseRules: string, only?: RegExp | undefined }} options
 *   `caseRules`: where the rules of a case stand, in a directory named as the case
 * @returns {Promise<import("./types.js").CaseScore>}
 */
export async function scoreCases(file, makeGate, mode, { dirs, caseRules, only }) {
  const plain = await makeGate(mode, { dirs });
  /** @type {import("./types.js").CaseResult[]} */
  const cases = [];
  for await (const line of linesOf(file)) {
    /** @type {import("./types.js").Case} */
    const item = line;
    if (only && !only.test(`${item.id} ${item.kind}`)) continue;
    const rules = join(caseRules, item.id);
    const hasRules = existsSync(rules);
    const gate = hasRules ? await makeGate(mode, { dirs: [...dirs, rules] }) : plain;
    cases.push({
      ...judgeCase(item, gate, hasRules ? undefined : NEEDS[item.id]),
      ...(hasRules ? { rules } : {}),
    });
  }
  const countOf = (/** @type {string} */ result) => cases.filter((item) => item.result === result).length;
  return {
    format: "score-cases/1",
    file,
    right: countOf("right"),
    wrong: countOf("wrong"),
    out: countOf("out"),
    falseSkips: cases.filter(({ result, verdict }) => result === "wrong" && verdict === "skip").length,
    cases,
  };
}

/**
 * @param {import("./types.js").Case} item
 * @param {import("./types.js").Gate} gate
 * @param {string | undefined} out
 * @returns {import("./types.js").CaseResult}
 */
function judgeCase(item, gate, out) {
  const options = isStatusWrite(item) ? { subresource: /** @type {const} */ ("status") } : undefined;
  const { verdict } = decisionOf(gate, item, options);
  const right = (verdict === "blocked" ? "write" : verdict) === item.verdict;
  return {
    id: item.id,
    kind: item.kind,
    expected: item.verdict,
    verdict,
    result: out !== undefined ? "out" : right ? "right" : "wrong",
    ...(out !== undefined ? { out } : {}),
    ...(item.rule !== undefined ? { rule: item.rule } : {}),
    causes: right ? [] : causesOf(gate, item, "", options),
  };
}
