// @ts-check
// What the command takes: npm run bench -- [PAIRS] [options].
import { parseArgs } from "node:util";

const USAGE = `Usage: npm run bench -- [DIR_OR_FILE...]
  Times decisions on real objects of every kind, beside JSON.parse of the same and what others compare with. One to five minutes.
  DIR_OR_FILE: labelled pairs, as JSON Lines (.jsonl, .jsonl.gz; docs/accuracy.md), beside the repository's own objects.
  --peers          also what Go controllers compare with; needs Go
  --detail         the table of all kinds, and distributions
  --only PATTERN   kinds that match
  --rounds N       rounds of each row (9)
  --save FILE      where the result goes (churngate/bench.jsonl in the user's cache folder)
  --compare FILE   the result to compare with (test/bench/results.jsonl)
  --keep           keeps the tables' rows as test/bench/results.jsonl
  --readme         puts the tables into README.md and docs/performance.md`;

/** @typedef {ReturnType<typeof parseOptions>} Options */

/** @param {readonly string[]} words */
function parseOptions(words) {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      peers: { type: "boolean", default: false },
      detail: { type: "boolean", default: false },
      only: { type: "string" },
      rounds: { type: "string", default: "9" },
      save: { type: "string" },
      compare: { type: "string" },
      keep: { type: "boolean", default: false },
      readme: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  const rounds = Number(values.rounds);
  if (!Number.isSafeInteger(rounds) || rounds < 1) throw new Error(`--rounds ${values.rounds}: how many?`);
  if (values.only !== undefined && (values.keep || values.readme))
    throw new Error("--only gives no whole result to keep or to put into README.md");
  return {
    ...values,
    rounds,
    only: values.only === undefined ? undefined : new RegExp(values.only),
    paths: positionals,
  };
}

/** Undefined where only help was wanted. @param {readonly string[]} words */
export function optionsOf(words) {
  const options = parseOptions(words);
  if (!options.help) return options;
  console.log(USAGE);
  return undefined;
}
