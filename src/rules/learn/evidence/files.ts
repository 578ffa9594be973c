import { ruleFileName } from "../../file-name.js";
import type { FactData } from "../../set.js";
import type { LearnedKind } from "../kinds.js";
import { fileText } from "../text.js";
import { literalOf, type Subject, withDefaults } from "./lay-lines.js";
import type { Proposal } from "./proposal.js";

const SCHEMAS = "../../node_modules/churngate/schemas";

/**
 * The files of a rule set that a proposal asks for; none where it says nothing new.
 * @param known what the kind's schema told, where no rule set has the kind yet: its facts and rule are written too
 */
export function evidenceFiles(proposal: Proposal, known?: LearnedKind): Readonly<Record<string, string>> {
  const { answers, cases } = proposal;
  const { group, kind } = answers.subject;
  const rule = known === undefined ? proposal.rule : ruleOver(known, proposal);
  const facts = known === undefined ? proposal.facts : factsOver(known, proposal);
  const named = (suffix?: string): string => ruleFileName(group, kind, suffix);
  const source = known === undefined ? "" : ` from ${known.source}, and`;
  const $comment = `Learned by \`churngate learn\`${source} by dry runs.`;
  const texts: Record<string, string> = {};
  if (rule !== undefined) texts[named()] = fileText({ $schema: `${SCHEMAS}/rule.schema.json`, ...rule });
  if (facts !== undefined)
    texts[named("facts")] = fileText({ $schema: `${SCHEMAS}/facts.schema.json`, $comment, ...facts });
  if (cases !== undefined)
    texts[named("cases")] = fileText({ $schema: `${SCHEMAS}/cases.schema.json`, ...cases });
  return texts;
}

function ruleOver({ rule }: LearnedKind, { answers, lines, strategy, why }: Proposal): object {
  return literalOf(answers.subject, lines, {
    extends: false,
    strategy,
    why: [rule.why, why].filter((part) => part !== undefined).join(" "),
  });
}

function factsOver({ facts }: LearnedKind, { answers, lines }: Proposal): FactData {
  const { version }: Subject = answers.subject;
  const kinds = facts.kinds.map((each) => (each.version === version ? withDefaults(each, lines) : each));
  return { ...facts, kinds };
}
