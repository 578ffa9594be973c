import { checkFiles } from "../../rules/learn/check.js";
import type { LearnedKind } from "../../rules/learn/kinds.js";
import { proposalOf } from "../../rules/learn/propose.js";

/** A kind, and the files that are proposed for it. */
export interface Made {
  readonly learned: LearnedKind;
  /** Texts by name within a rule set. */
  readonly files: Readonly<Record<string, string>>;
  /** Why the files would not pass `rules lint` or `rules test`; they are not written then. */
  readonly problems: readonly string[];
}

/** Makes the files of each kind and checks them, as `rules lint` and `rules test` do. */
export function makeFiles(kinds: readonly LearnedKind[], step: (text: string) => void): readonly Made[] {
  return kinds.map((learned) => {
    step(`${learned.kind} (${learned.group})`);
    const { files } = proposalOf(learned);
    const { problems, failed } = checkFiles(files);
    const errors = problems.filter(({ level }) => level === "error");
    const cases = failed.map(({ file, name, mismatches }) => {
      const got = mismatches.map(
        ({ property, wanted, got: found }) => `${property}: wanted ${wanted}, got ${found}`,
      );
      return `${file}: ${name}: ${got.join("; ")}`;
    });
    return { learned, files, problems: [...errors.map(String), ...cases] };
  });
}
