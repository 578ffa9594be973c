import { printable } from "../../prose/index.js";

/** Words, and names within them, which a page sets apart: `Let`, {a}, `give way to`, {b, c}. */
export type Phrase = readonly (string | Names)[];

/** Managers or paths, as they are. */
export interface Names {
  readonly names: readonly string[];
}

/** As a line of text; names behind commas. */
export function phraseText(phrase: Phrase): string {
  return printable(phrase.map((part) => (typeof part === "string" ? part : part.names.join(", "))).join(""));
}
