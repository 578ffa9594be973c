import {
  formatDecision,
  type Layout,
  type Palette,
  type Subject,
  subjectColumns,
} from "../../prose/index.js";
import type { Decided } from "../explain/decide.js";
import type { Concealment } from "./conceal.js";

export interface TextOptions {
  readonly verbose: boolean;
  readonly color: Palette;
  readonly layout: Layout | undefined;
  readonly concealment: Concealment;
}

const ASKED = "  the server was asked by a dry run of the write; nothing was written\n";

/** The widest that the columns of names and kinds are padded to. */
const WIDEST = 48;

/** Every decision in words, their first columns in line. */
export function decisionsText(
  decided: readonly Decided[],
  { verbose, color, layout, concealment }: TextOptions,
): string {
  const subjects = decided.map(subjectOf);
  const columns = subjects.map(subjectColumns);
  const widths = [
    widest(columns.map(([name]) => name)),
    widest(columns.map(([, kind]) => kind)),
    widest(decided.map((each) => each.decision.strategy)),
  ] as const;
  const options = { verbose, color, layout, widths, hint: "-v lists them" };
  return decided
    .map((each, index) => {
      const said = formatDecision(concealment.decision(each), subjects[index], options);
      return `${said}\n${verbose && each.dryRun === true ? color.dim(ASKED) : ""}`;
    })
    .join("");
}

function subjectOf({ desired, rule }: Decided): Subject {
  return { ...desired, rule };
}

/** The width of a column. */
export function widest(cells: readonly string[]): number {
  return Math.min(WIDEST, Math.max(0, ...cells.map((cell) => cell.length)));
}
