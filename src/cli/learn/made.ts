import { compileRules } from "../../rules/compile.js";
import { checkFiles, problemTexts } from "../../rules/learn/check.js";
import type { LearnedKind } from "../../rules/learn/kinds.js";
import { overRules } from "../../rules/learn/over-rules.js";
import { proposalOf } from "../../rules/learn/propose.js";
import type { RuleSet } from "../../rules/set.js";

/** A kind, and the files that are proposed for it. */
export interface Made {
  readonly learned: LearnedKind;
  /** Texts by name within a rule set. */
  readonly files: Readonly<Record<string, string>>;
  /** Why the files would not pass `rules lint` or `rules test`; they are not written then. */
  readonly problems: readonly string[];
}

/** Makes the files of each kind, to lie above rule sets, and checks them, as `rules lint` and `rules test` do. */
export async function makeFiles(
  kinds: readonly LearnedKind[],
  sets: readonly RuleSet[],
  step: (text: string) => Promise<void> | undefined,
): Promise<readonly Made[]> {
  const below = compileRules(sets);
  const made: Made[] = [];
  for (const learned of kinds) {
    await step(`${learned.kind} (${learned.group})`);
    const { files } = proposalOf(learned);
    const problems = problemTexts(checkFiles(files));
    const over = overRules(learned, below);
    made.push(over === learned || problems.length > 0 ? { learned, files, problems } : madeOver(over, sets));
  }
  return made;
}

/** Above a rule that is there, which may say otherwise than the table does; its cases are left out. */
function madeOver(learned: LearnedKind, sets: readonly RuleSet[]): Made {
  const { failed } = checkFiles(proposalOf(learned).files, sets);
  const { files } = proposalOf(
    learned,
    failed.map(({ name }) => name),
  );
  return { learned, files, problems: problemTexts(checkFiles(files, sets)) };
}
