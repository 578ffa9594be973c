import { compileRules } from "../../compile.js";
import type { CompiledRules } from "../../compiled.js";
import { RulesError } from "../../errors.js";
import { createGate } from "../../gate.js";
import type { FactData, RuleSet } from "../../set.js";
import { learnedSet } from "../check.js";
import { kindFiles } from "../kind-files.js";
import type { LearnedKind } from "../kinds.js";
import { casesOf } from "./cases.js";
import type { Conclusion } from "./conclusion.js";
import { withDefaults } from "./lay-lines.js";
import { rulesOver, rulesWithSchema } from "./rules.js";

/**
 * The files of a rule set that dry runs of a kind ask for; none where they told nothing new.
 * @param conclusions one for each version of the kind
 * @param sets the rule sets below
 * @param known what the kind's schema told, where no rule set has facts of the kind: its facts and rule are written too, the rule as `overRules` lays it
 */
export function evidenceFiles(
  conclusions: readonly [Conclusion, ...Conclusion[]],
  sets: readonly RuleSet[],
  known?: LearnedKind,
): Readonly<Record<string, string>> {
  const { group, kind } = conclusions[0].answers.subject;
  const below = compileRules(sets);
  const rules = known === undefined ? rulesOver(conclusions, below) : rulesWithSchema(conclusions, known);
  const facts = known === undefined ? factsOver(conclusions, below) : factsWithSchema(conclusions, known);
  const source = known === undefined ? "dry runs" : `${known.source}, and from dry runs`;
  const content = { group, kind, rules, facts, source };
  const files = kindFiles(content);
  // A table holds objects.
  const isSensitive = conclusions.some(({ answers }) => answers.isSensitive);
  if (isSensitive || Object.keys(files).length === 0) return files;
  const samples = conclusions.flatMap(({ answers }) => answers.samples);
  const gate = gateOf([...sets, learnedSet(files)]);
  return gate === undefined ? files : kindFiles({ ...content, cases: casesOf(samples, gate) });
}

/** undefined where the files are wrong, which their check says. */
function gateOf(sets: readonly RuleSet[]): ReturnType<typeof createGate> | undefined {
  try {
    return createGate({ rules: compileRules(sets), mode: "replace" });
  } catch (error) {
    if (error instanceof RulesError) return undefined;
    throw error;
  }
}

/** The facts of each version with the defaults that were found. */
function factsOver(conclusions: readonly Conclusion[], { facts }: CompiledRules): FactData | undefined {
  const kinds = conclusions.flatMap(({ answers, lines }) => {
    const { group, version, kind } = answers.subject;
    const known = facts.kind(group, version, kind);
    const isTold = known !== undefined && lines.some(({ type }) => type === "default");
    return isTold ? [withDefaults(known, lines)] : [];
  });
  return kinds.length === 0 ? undefined : { kinds, types: {} };
}

function factsWithSchema(conclusions: readonly Conclusion[], { facts }: LearnedKind): FactData {
  const kinds = facts.kinds.map((each) => {
    const told = conclusions.find(({ answers }) => answers.subject.version === each.version);
    return told === undefined ? each : withDefaults(each, told.lines);
  });
  return { ...facts, kinds };
}
