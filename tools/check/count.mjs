// @ts-check
// Prints one line of what vitest's JSON report counts: node tools/check/count.mjs REPORT
// A file whose tests could not even be collected counts as one that failed. Exit: 1 if any failed, or none ran.
import { readFileSync } from "node:fs";

/**
 * @typedef {{ status: string, assertionResults: readonly { status: string }[] }} TestFile
 * @param {string} path
 * @returns {readonly TestFile[]}
 */
function filesOf(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8")).testResults;
  } catch {
    return [{ status: "failed", assertionResults: [] }];
  }
}

const files = filesOf(process.argv[2] ?? "");
const statuses = files.flatMap((file) => file.assertionResults.map(({ status }) => status));
const broken = files.filter(
  ({ status, assertionResults }) =>
    status === "failed" && !assertionResults.some((result) => result.status === "failed"),
).length;
const passed = statuses.filter((status) => status === "passed").length;
const failed = statuses.filter((status) => status === "failed").length + broken;
const skipped = statuses.length - passed - (failed - broken);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
