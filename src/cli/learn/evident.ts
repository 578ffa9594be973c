import type { CompiledRules } from "../../rules/compiled.js";
import { problemsOf } from "../../rules/learn/evidence/check.js";
import { saysMore } from "../../rules/learn/evidence/conclusion.js";
import { evidenceFiles } from "../../rules/learn/evidence/files.js";
import type { LearnedKind } from "../../rules/learn/kinds.js";
import type { RuleSet } from "../../rules/set.js";
import type { LearnedObjects } from "./learn-objects.js";
import { learnedLines, unknownTexts } from "./learned-text.js";

/** A kind that dry runs told of, and the files that are proposed for it. */
export interface Evident {
  readonly group: string;
  readonly kind: string;
  /** By version, each with something new or without. */
  readonly versions: readonly LearnedObjects[];
  /** Texts by name within a rule set; none where nothing new was found. */
  readonly files: Readonly<Record<string, string>>;
  /** Why the files would not pass `rules lint` or `rules test`; they are not written then. */
  readonly problems: readonly string[];
}

/**
 * The files of what was learned, checked, kind by kind.
 * @param sets the rule sets that they stack on
 * @param knownOf what schemas told of a kind that no set has, laid over the sets; where dry runs told no more, there are no files
 */
export function evidentOf(
  learned: readonly LearnedObjects[],
  sets: readonly RuleSet[],
  knownOf: (subject: { readonly group: string; readonly kind: string }) => LearnedKind | undefined,
): readonly Evident[] {
  const byKind = new Map<string, [LearnedObjects, ...LearnedObjects[]]>();
  for (const each of learned) {
    const { group, kind } = each.conclusion.answers.subject;
    const key = `${group}/${kind}`;
    const others = byKind.get(key);
    if (others === undefined) byKind.set(key, [each]);
    else others.push(each);
  }
  return [...byKind.values()].map((versions) => {
    const [first, ...others] = versions;
    const { group, kind } = first.conclusion.answers.subject;
    const conclusions = [first.conclusion, ...others.map(({ conclusion }) => conclusion)] as const;
    const known = knownOf({ group, kind });
    if (known !== undefined && !conclusions.some(saysMore)) {
      const below = [...sets, { rules: [known.rule], facts: known.facts }];
      return { group, kind, versions, files: {}, problems: problemsOf(conclusions, {}, below) };
    }
    const files = evidenceFiles(conclusions, sets, known);
    return { group, kind, versions, files, problems: problemsOf(conclusions, files, sets) };
  });
}

/** What a person reads of it. */
export function evidentText({ versions, files }: Evident): string {
  const isNew = Object.keys(files).length > 0;
  return versions
    .flatMap((learned) => learnedLines(learned, isNew))
    .map((line) => `${line}\n`)
    .join("");
}

/** The same in a document, by version. */
export function evidentEntries({ versions, files }: Evident): readonly object[] {
  return versions.map((learned) => {
    const { conclusion, apiVersion } = learned;
    const { subject, samples, unexplained, restless, added, live } = conclusion.answers;
    return {
      apiVersion,
      kind: subject.kind,
      objects: samples.length,
      live,
      strategy: conclusion.strategy,
      evidence: conclusion.lines,
      unexplained,
      restless,
      added,
      unknowns: unknownTexts(learned),
      files,
    };
  });
}

/** Kinds that no rule set has facts of. */
export function isUnknown(
  { facts }: CompiledRules,
  { group, version, kind }: { readonly group: string; readonly version: string; readonly kind: string },
): boolean {
  return facts.kind(group, version, kind) === undefined;
}
