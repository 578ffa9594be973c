import { describe, expect, test } from "vitest";
import { bundledRules } from "../../../../src/rules/bundled.js";
import { compileRules } from "../../../../src/rules/compile.js";
import { bundledFacts } from "../../../../src/rules/facts.js";
import { checkedStart } from "../../../../src/rules/init/checked.js";
import type { StartOptions } from "../../../../src/rules/init/options.js";
import { isStart } from "../../../../src/rules/init/start.js";
import { STEADY } from "../../../../src/rules/init/table.js";
import type { RuleSubject } from "../../../../src/rules/subject.js";

const options: StartOptions = { schemas: "../../schemas", mode: "replace" };

const kinds = [
  ...new Map(bundledFacts.kinds().map((each) => [`${each.group || "core"}/${each.kind}`, each])).entries(),
].map(([name, { group, kind }]) => ({ name, group, kind }));

const rules = compileRules([bundledRules]);

function started(subject: RuleSubject, more: Partial<StartOptions> = {}) {
  const start = checkedStart(subject, [bundledRules], {}, { ...options, ...more });
  if (!isStart(start)) throw new Error(start.code);
  const [rule, table] = Object.values(start.files).map((text) => JSON.parse(text));
  return { ...start, rule, names: table.cases.map(({ name }: { name: string }) => name) as string[] };
}

describe("a starting rule passes rules lint and rules test: of", () => {
  test.each(kinds)("$name", ({ group, kind }) => {
    const { problems, rule, names } = started({ group, kind });
    expect(problems).toEqual([]);
    expect(names).toContain(STEADY);
    expect(names.length).toBeGreaterThanOrEqual(4);
    const isThere = rules
      .list()
      .some((each) => each.group === group && each.kind === kind && !each.subresource);
    expect(rule.extends === true).toBe(isThere);
    expect(rule.$comment.length).toBeGreaterThan(4);
  });

  test.each(kinds)("$name, in place of the one below", ({ group, kind }) => {
    const { problems, names } = started({ group, kind }, { extends: false });
    expect(problems).toEqual([]);
    expect(names).toContain(STEADY);
  });

  const withStatus = kinds.filter(({ group, kind }) =>
    bundledFacts.kinds().some((each) => {
      if (each.group !== group || each.kind !== kind) return false;
      return bundledFacts.kind(group, each.version, kind)?.statusSubresource === true;
    }),
  );

  test.each(withStatus)("the status of $name", ({ group, kind }) => {
    const { problems, rule, names } = started({ group, kind, subresource: "status" });
    expect(problems).toEqual([]);
    expect(names).toContain(STEADY);
    expect(rule.subresource).toBe("status");
  });
});
