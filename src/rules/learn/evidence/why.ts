import type { Json } from "../../../core/json.js";
import { same } from "./same.js";
import type { Sighting } from "./sighting.js";

/** What the server did, as a rule's `why` says it. */
export type Finding =
  | "dropped"
  | "dropped-some"
  | "forced"
  | "computed"
  | "rearranged"
  | "rewritten"
  | "one-of-many"
  | "injected"
  | "injected-named"
  | "filled"
  | "filled-forced"
  | "filled-kept";

/** The evidence in one sentence: `the server puts "gold" where nothing is stated (dry runs, 3 of 3 objects)`. */
export function whyText(
  finding: Finding,
  seen: readonly Sighting[],
  { objects, showsValues }: { readonly objects: number; readonly showsValues: boolean },
): string {
  const names = new Set(seen.map(({ object }) => object));
  const among = `dry runs, ${names.size} of ${objects} ${objects === 1 ? "object" : "objects"}`;
  return `${sentence(finding, valueText(seen, showsValues))} (${among})`;
}

function sentence(finding: Finding, value: string): string {
  switch (finding) {
    case "dropped":
      return "the server drops what is stated here";
    case "dropped-some":
      return "the server drops some of the values that are stated here";
    case "forced":
      return `the server puts ${value} in place of what is stated`;
    case "computed":
      return "the server makes another value of what is stated";
    case "rearranged":
      return "the server stores the items in another order, or others between them";
    case "rewritten":
      return "the server rewrites the list";
    case "one-of-many":
      return "the server changes some of the items, which no rule can name";
    case "injected":
      return "the server adds this item";
    case "injected-named":
      return "the server adds items under names of their own";
    case "filled":
      return `the server puts ${value} where nothing is stated`;
    case "filled-forced":
      return `the server puts ${value} here, whatever is stated`;
    case "filled-kept":
      return `the server puts ${value} where nothing is stated, and keeps what is stated`;
  }
}

/** How much of a value a sentence quotes. */
const QUOTED = 60;

function valueText(seen: readonly Sighting[], showsValues: boolean): string {
  if (!showsValues) return "a value";
  const values = seen.flatMap(({ stored, elsewhere }) => [stored, elsewhere]);
  const [first] = values;
  if (first === undefined || !values.every((value) => same(value, first))) return "a value of its own";
  return shortened(first);
}

function shortened(value: Json): string {
  const text = JSON.stringify(value, (_, part) => (typeof part === "bigint" ? String(part) : part));
  return text.length > QUOTED ? `${text.slice(0, QUOTED)}...` : text;
}
