import { stringify } from "safe-stable-stringify";
import type { Json } from "../../core/json.js";
import type { RuleCase } from "../../generated/cases.js";
import type { CaseResult, Outcome } from "./run.js";

/** A part of a case that has to say something else: a property, or within `payload` a path. */
export interface Restated {
  readonly at: readonly [property: string] | readonly [property: "payload", path: string];
  /** Undefined: the part goes. */
  readonly value: Json | undefined;
}

/** What a case has to say for its outcome to be right, or why it cannot. */
export type Restatement =
  | { readonly parts: readonly Restated[] }
  | { readonly refused: "undecided" }
  /** A case states one value a path, and the payload has several there. */
  | { readonly refused: "several-values"; readonly path: string };

/**
 * What a failing case has to say instead. What it states and is right stays, and so does what it leaves open, unless that is its
 * verdict: then it gets the whole decision.
 */
export function restate(row: RuleCase, { mismatches, outcome }: CaseResult): Restatement {
  if (outcome === undefined) return { refused: "undecided" };
  const wrong = new Set<string>(mismatches.map(({ property }) => property));
  const { payload: stated } = row;
  const several = wrong.has("payload") && [...(outcome.payload ?? [])].find(([, found]) => found.length > 1);
  if (several) return { refused: "several-values", path: several[0] };
  return {
    parts: [
      ...(wrong.has("verdict") ? [part("verdict", outcome.verdict)] : []),
      ...(wrong.has("reason") ? [part("reason", outcome.reason)] : []),
      ...(["changes", "recreate"] as const).flatMap((property) =>
        wrong.has(property) ? [paths(property, row, outcome)] : [],
      ),
      ...(wrong.has("payload") && stated !== undefined ? payloadParts(stated, outcome) : []),
    ],
  };
}

function part(property: string, value: Json | undefined): Restated {
  return { at: [property], value };
}

/** The paths that stay keep their order; new ones come after them. */
function paths(property: "changes" | "recreate", row: RuleCase, outcome: Outcome): Restated {
  const found = outcome[property];
  if (found.length === 0) return part(property, undefined);
  const kept = (row[property] ?? []).filter((path) => found.includes(path));
  return part(property, [...kept, ...found.filter((path) => !kept.includes(path))]);
}

function payloadParts(stated: object, { payload }: Outcome): Restated[] {
  if (payload === undefined) return [part("payload", undefined)];
  return Object.entries(stated).flatMap(([path, wanted]): Restated[] => {
    const [value = null] = payload.get(path) ?? [];
    return stringify(value) === stringify(wanted) ? [] : [{ at: ["payload", path], value }];
  });
}
