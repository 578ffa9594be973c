// @ts-check
// Scores the built gate: npm run score [-- DIR_OR_FILE...] [--mode MODE] [-o text|json]
// [--rules DIR]... [--case-rules DIR] [--only PATTERN] [--entry FILE]
// Exit: 0 no false skip and no wrong case, 1 otherwise, 2 error.
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { scoreCases } from "./cases.mjs";
import { builtEngine, gateMaker } from "./gate.mjs";
import { MODES, modeOf } from "./modes.mjs";
import { scorePairs } from "./pairs.mjs";
import { progress } from "./progress.mjs";
import { contentOf, definitionsIn, filesOf } from "./read.mjs";
import { caseText, pairText } from "./text.mjs";

/** The pairs that a test looks at too. */
const OWN = fileURLToPath(new URL("../../test/accuracy/pairs.jsonl.gz", import.meta.url));

const USAGE = `Usage: npm run score [-- DIR_OR_FILE...]
  Labelled pairs or cases, as JSON Lines (.jsonl, .jsonl.gz).
  --mode MODE           how the write is sent: ${MODES.join(", ")} (replace)
  -o text|json
  --rules DIR           further rules, above the bundled ones (again and again)
  --case-rules DIR      rules of single cases, in directories named as the cases (test/accuracy/case-rules)
  --only PATTERN        pairs and cases whose id, apiVersion and kind match
  --entry FILE          the built package (dist/index.js)`;

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      mode: { type: "string", default: "replace" },
      output: { type: "string", short: "o", default: "text" },
      rules: { type: "string", multiple: true, default: [] },
      "case-rules": {
        type: "string",
        default: fileURLToPath(new URL("../../test/accuracy/case-rules", import.meta.url)),
      },
      only: { type: "string" },
      entry: { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const files = positionals.length === 0 ? [OWN] : positionals.flatMap(filesOf);
  const mode = modeOf(values.mode);
  if (values.output !== "text" && values.output !== "json")
    throw new Error(`unknown output ${values.output}`);
  const only = values.only === undefined ? undefined : new RegExp(values.only);
  const makeGate = gateMaker(await builtEngine(values.entry));
  const scores = [];
  for (const file of files) {
    if ((await contentOf(file)) === "cases") {
      const options = { dirs: values.rules, caseRules: values["case-rules"], only };
      scores.push(await scoreCases(file, makeGate, mode, options));
    } else {
      const shown = progress();
      const gate = await makeGate(mode, { dirs: values.rules, definitions: await definitionsIn(file) });
      scores.push(await scorePairs(file, gate, mode, { only, onPair: shown.step }));
      shown.end();
    }
  }
  if (values.output === "json") console.log(JSON.stringify(scores, null, 2));
  else
    console.log(scores.map((score) => ("total" in score ? pairText(score) : caseText(score))).join("\n\n"));
  return scores.every((score) => ("total" in score ? score.total.falseSkips === 0 : score.wrong === 0))
    ? 0
    : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
