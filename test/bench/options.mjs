// @ts-check
// What the command takes: npm run bench -- [PAIRS] [options].
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";

const USAGE = `Usage: npm run bench -- [DIR_OR_FILE...]
  Labelled pairs, as JSON Lines (.jsonl, .jsonl.gz), beside the repository's own objects (../shared/pairs, where it is there).
  --peers          also what Go controllers compare with; needs Go
  --detail         the table of all kinds, and distributions
  --only PATTERN   kinds that match
  --rounds N       rounds of each row (9)
  --save FILE      where the result goes (churngate/bench.json in the user's cache folder)
  --compare FILE   the result to compare with (test/bench/results.jsonl)
  --keep           keeps the tables' rows as test/bench/results.jsonl
  --readme         puts the tables into README.md and docs/performance.md`;

const PAIRS_BESIDE = "../shared/pairs";

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
  const beside = existsSync(PAIRS_BESIDE) ? [PAIRS_BESIDE] : [];
  return {
    ...values,
    rounds,
    only: values.only === undefined ? undefined : new RegExp(values.only),
    paths: positionals.length > 0 ? positionals : beside,
  };
}

/** Undefined where only help was wanted. @param {readonly string[]} words */
export function optionsOf(words) {
  const options = parseOptions(words);
  if (!options.help) return options;
  console.log(USAGE);
  return undefined;
}
