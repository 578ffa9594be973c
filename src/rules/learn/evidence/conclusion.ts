import type { KindAnswers } from "./answers.js";
import type { Line } from "./line.js";

/** What the evidence of one version of a kind speaks for. */
export interface Conclusion {
  readonly answers: KindAnswers;
  readonly strategy: "exact" | "observed";
  /** Why a rule is as it is. */
  readonly why: string;
  /** The lines that the rule and the facts have. */
  readonly lines: readonly Line[];
}

export function conclusionOf(answers: KindAnswers): Conclusion {
  const { unexplained, restless } = answers;
  const strategy: Conclusion["strategy"] = unexplained.length + restless.length > 0 ? "observed" : "exact";
  // What the server answers is remembered whole: nothing of it has to be explained.
  const lines =
    strategy === "observed" ? answers.lines.filter(({ type }) => type === "immutable") : answers.lines;
  return { answers, strategy, why: whyOf(answers, strategy), lines };
}

/** Whether there is more to say than rules and facts do. */
export function saysMore({ strategy, lines }: Conclusion): boolean {
  return strategy === "observed" || lines.length > 0;
}

/** How many places a sentence names. */
const PLACES = 3;

function whyOf({ samples, unexplained, restless }: KindAnswers, strategy: Conclusion["strategy"]): string {
  const among = `asked by dry runs of ${samples.length === 1 ? "1 object" : `${samples.length} objects`}`;
  if (strategy === "exact") return `What the server does with it is said here and by its facts: ${among}.`;
  const places = [...unexplained.map(({ path }) => path), ...restless];
  const more = places.length > PLACES ? ` and ${places.length - PLACES} more places` : "";
  const named = `${places.slice(0, PLACES).join(", ")}${more}`;
  return `The server does more with it than a rule could say, at ${named}: ${among}.`;
}
