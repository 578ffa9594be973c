import type { Accuracy, ModeScore, Tally, Wrong } from "../documents.js";
import type { Reading } from "./reading.js";

const count = (reading: Reading): number => reading.count();

/** What became of the payloads: the members that are numbers. */
const PAYLOADS = ["sent", "changed", "other", "unchanged", "refused", "converged", "repeatedListed"];

/** A document of `npm run accuracy -- -o json`. @throws ReadingError */
export function readAccuracy(document: Reading): Accuracy {
  return {
    format: "accuracy/1",
    version: document.get("version").text(),
    seed: document.get("seed").text(),
    seconds: document.get("seconds").count(),
    objects: document.get("run").get("objects").count(),
    refused: document
      .get("run")
      .get("refused")
      .list(() => true).length,
    modes: document.get("modes").list(modeScore),
  };
}

function modeScore(reading: Reading): ModeScore {
  const score = reading.get("score");
  const payloads = reading.get("payloads");
  return {
    mode: score.get("mode").text(),
    total: tally(score.get("total")),
    byKind: score.get("byKind").map(tally),
    byMutation: score.get("byMutation").map(tally),
    decisions: score.get("decisions").map((byReason) => byReason.map(count)),
    wrong: score.get("wrong").list(wrong),
    payloads: new Map([
      ...PAYLOADS.map((name): [string, number] => [name, payloads.get(name).maybe(count) ?? 0]),
      ["wrong", payloads.get("wrong").list(() => true).length],
      ["repeated", payloads.get("repeated").list(() => true).length],
    ]),
  };
}

function tally(reading: Reading): Tally {
  const of = (name: keyof Tally): number => reading.get(name).count();
  return {
    pairs: of("pairs"),
    right: of("right"),
    falseSkips: of("falseSkips"),
    falseWrites: of("falseWrites"),
    falseWritesListed: of("falseWritesListed"),
    wider: of("wider"),
    falseBlocks: of("falseBlocks"),
    errors: of("errors"),
  };
}

function wrong(reading: Reading): Wrong {
  const text = (name: string): string => reading.get(name).text();
  return {
    id: text("id"),
    kind: text("kind"),
    mutation: text("mutation"),
    label: text("label"),
    verdict: text("verdict"),
    outcome: text("outcome"),
    causes: reading.get("causes").list((cause) => cause.text()),
  };
}
