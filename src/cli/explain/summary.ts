import { EXIT } from "../shell.js";
import type { Results } from "./decide.js";

/** How many objects came out how. */
export interface Summary {
  readonly objects: number;
  readonly write: number;
  readonly create: number;
  readonly skip: number;
  readonly blocked: number;
  readonly errors: number;
}

/** Counts verdicts; `inputErrors` are files that could not be read. */
export function summarize({ decided, undecided }: Results, inputErrors: number): Summary {
  const count = (verdict: string): number =>
    decided.filter((each) => each.decision.verdict === verdict).length;
  return {
    objects: decided.length + undecided.length,
    write: count("write"),
    create: count("create"),
    skip: count("skip"),
    blocked: count("blocked"),
    errors: undecided.length + inputErrors,
  };
}

/** `3 objects: 1 to write, 1 unchanged, 1 blocked` */
export function summaryText(summary: Summary): string {
  const parts = [
    part(summary.write, "to write"),
    part(summary.create, "to create"),
    part(summary.skip, "unchanged"),
    part(summary.blocked, "blocked"),
    part(summary.errors, "failed"),
  ];
  const objects = `${summary.objects} ${summary.objects === 1 ? "object" : "objects"}`;
  return `${objects}: ${parts.filter((each) => each !== undefined).join(", ") || "nothing to decide"}`;
}

function part(count: number, what: string): string | undefined {
  return count === 0 ? undefined : `${count} ${what}`;
}

/** The exit code: 2 for an error, 1 for something to write or create, 3 where all else is blocked, 0. */
export function exitCode(summary: Summary): number {
  if (summary.errors > 0) return EXIT.error;
  if (summary.write + summary.create > 0) return EXIT.write;
  return summary.blocked > 0 ? EXIT.blocked : EXIT.nothing;
}
