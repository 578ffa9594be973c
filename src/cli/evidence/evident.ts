import type { CompiledRules } from "../../rules/compiled.js";
import { checkFiles } from "../../rules/learn/check.js";
import { problemsOf } from "../../rules/learn/evidence/check.js";
import { evidenceFiles } from "../../rules/learn/evidence/files.js";
import type { LearnedKind } from "../../rules/learn/kinds.js";
import type { RuleSet } from "../../rules/set.js";
import type { LearnedObjects } from "./learn-objects.js";
import { learnedLines, unknownTexts } from "./learned-text.js";

/** A kind that dry runs told of, and the files that are proposed for it. */
export interface Evident {
  readonly learned: LearnedObjects;
  /** Texts by name within a rule set; none where nothing new was found. */
  readonly files: Readonly<Record<string, string>>;
  /** Why the files would not pass `rules lint` or `rules test`; they are not written then. */
  readonly problems: readonly string[];
}

/**
 * The files of what was learned, checked.
 * @param sets the rule sets that they stack on
 * @param known what schemas told of the kinds that no set has
 */
export function evidentOf(
  learned: LearnedObjects,
  sets: readonly RuleSet[],
  known: LearnedKind | undefined,
): Evident {
  const { proposal } = learned;
  const files = evidenceFiles(proposal, known);
  const below: readonly RuleSet[] =
    known === undefined ? sets : [...sets, { rules: [known.rule], facts: known.facts }];
  const problems = [...problemsOf(proposal, below)];
  if (known !== undefined) {
    const { problems: found, failed } = checkFiles(files);
    problems.push(...found.filter(({ level }) => level === "error").map(String));
    problems.push(...failed.map(({ file, name }) => `${file}: the case "${name}" fails`));
  }
  return { learned, files, problems };
}

/** What a person reads of it. */
export function evidentText({ learned }: Evident): string {
  return learnedLines(learned)
    .map((line) => `${line}\n`)
    .join("");
}

/** The same in a document. */
export function evidentEntry({ learned, files }: Evident): object {
  const { proposal, apiVersion } = learned;
  const { subject, samples, unexplained, restless, added, live } = proposal.answers;
  return {
    apiVersion,
    kind: subject.kind,
    objects: samples.length,
    live,
    strategy: proposal.strategy,
    evidence: proposal.lines,
    unexplained,
    restless,
    added,
    unknowns: unknownTexts(learned),
    files,
  };
}

/** Kinds that no rule set has facts of. */
export function isUnknown(
  { facts }: CompiledRules,
  { group, version, kind }: { readonly group: string; readonly version: string; readonly kind: string },
): boolean {
  return facts.kind(group, version, kind) === undefined;
}
