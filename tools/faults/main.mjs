// @ts-check
// What becomes of an ensure under faults, as the tests in test/cluster/faults find it: npm run faults [-- --write]
// Prints a Markdown table; --write puts it into docs/faults.md. Exit: 0, 1 where a test fails.
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { startVitest } from "vitest/node";
import { progress } from "../cluster/progress.mjs";
import { tableOf, withTable } from "./table.mjs";

const DOCS = new URL("../../docs/faults.md", import.meta.url);

const { values } = parseArgs({ options: { write: { type: "boolean", default: false } } });
const { say, end } = progress();
/** @type {import("./table.mjs").Told[]} */
const told = [];
/** @type {string[]} */
const failed = [];
let done = 0;

say("starting the API server");
const vitest = await startVitest("test", ["test/cluster/faults/rows", "test/cluster/faults/meanwhile"], {
  watch: false,
  project: ["cluster"],
  reporters: [
    {
      onTestCaseResult(test) {
        const { fault } = /** @type {{ fault?: import("./table.mjs").Told }} */ (test.meta());
        if (test.result().state === "failed") failed.push(test.fullName);
        if (fault !== undefined) told.push(fault);
        done++;
        if (process.stderr.isTTY && done % 10 === 0) say(`${done} runs, the last: ${test.name}`);
      },
    },
  ],
});
await vitest.close();
end();

for (const name of failed) console.error(`FAILED ${name}`);
if (told.length === 0) failed.push("nothing was run");
const table = tableOf(told);
console.log(table);
if (values.write && failed.length === 0) writeFileSync(DOCS, withTable(readFileSync(DOCS, "utf8"), table));
process.exit(failed.length === 0 ? 0 : 1);
