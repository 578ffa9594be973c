import type { Score, Wrong } from "../../rules/learn/evidence/tally.js";
import type { InputError } from "../input/index.js";
import { inputEntry, placeOf, undecidedEntry } from "../output/document.js";
import type { Gathered } from "./gather.js";
import type { KindEvidence } from "./kinds.js";

/** The document of `classify --evidence -o json`; docs/cli.md describes it. It holds paths, and no value of any object. */
export function evidenceDocument({ kinds, errors }: Gathered, inputErrors: readonly InputError[]): unknown {
  return {
    format: "classify-evidence/1",
    kinds: kinds.map(kindEntry),
    errors: [...errors.map(undecidedEntry), ...inputErrors.map(inputEntry)],
  };
}

function kindEntry(kind: KindEvidence): unknown {
  const { apiVersion, kind: name, objects, silent, left, unstable, choice, scores } = kind;
  const { strategy, place, score } = kind.rule;
  return {
    apiVersion,
    kind: name,
    objects,
    silent,
    left,
    unstable,
    choice,
    rule: { strategy, ...(place !== undefined && placeOf(place)), ...scoreEntry(score) },
    strategies: Object.fromEntries(Object.entries(scores).map(([each, found]) => [each, scoreEntry(found)])),
  };
}

function scoreEntry({ examples, ...counts }: Score): object {
  return { ...counts, examples: examples.map(wrongEntry) };
}

function wrongEntry({ object, edit, path, side, said }: Wrong): object {
  const changes = said.type === "changes" ? said.paths : [];
  return { object, edit, path, side, verdict: said.type === "changes" ? "skip" : "write", changes };
}
