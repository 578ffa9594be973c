import type { JsonObject } from "../../../core/json.js";
import { EDITS, type Edit, type EditName, editsOf } from "./edits.js";
import { createRandom, type Random } from "./random.js";
import { same } from "./same.js";
import { pathTo, valueAt } from "./steps.js";

/** Desired changed in one way. */
export interface Variant {
  readonly edit: EditName | "unchanged";
  /** Where, as rules spell it; empty for `unchanged`. */
  readonly path: string;
  readonly object: JsonObject;
}

export interface VariantOptions {
  /** The object as it is: what the server filled in is stated by some variants. */
  readonly live: JsonObject | undefined;
  /** How many at most, beside the unchanged one. */
  readonly limit: number;
  /** The same seed chooses the same ones. */
  readonly seed: string;
}

/** How many there would be without a limit, and those that were chosen. */
export interface Variants {
  readonly known: number;
  readonly chosen: readonly Variant[];
}

/** Desired itself, and variants of it: of each way to change it as many as of the others, as far as there are. */
export function variantsOf(desired: JsonObject, { live, limit, seed }: VariantOptions): Variants {
  const edits = editsOf(desired, live);
  const chosen = chooseEvenly(edits, limit, createRandom(seed)).flatMap(
    ({ name, steps, make }): Variant[] => {
      const object = make();
      const before = valueAt(desired, steps);
      if (same(valueAt(object, steps), before)) return [];
      return [{ edit: name, path: pathTo(before === undefined ? object : desired, steps), object }];
    },
  );
  return { known: edits.length, chosen: [{ edit: "unchanged", path: "", object: desired }, ...chosen] };
}

function chooseEvenly(edits: readonly Edit[], limit: number, random: Random): readonly Edit[] {
  if (edits.length <= limit) return edits;
  const queues = EDITS.map((name) => random.shuffled(edits.filter((each) => each.name === name)));
  const chosen = new Set<Edit>();
  for (let round = 0; chosen.size < limit; round++) {
    for (const queue of queues) {
      const next = queue[round];
      if (next !== undefined && chosen.size < limit) chosen.add(next);
    }
  }
  return edits.filter((each) => chosen.has(each));
}
