import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { bundledRules } from "../../../src/rules/bundled.js";
import { lintRules } from "../../../src/rules/lint/index.js";
import { readRuleDirectory } from "../../../src/rules/load.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** The rule sets that lie in a folder: those of the examples, and of the accuracy suite's own cases. */
function setsIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name));
}

const examples = [
  ...setsIn("examples").map((folder) => join(folder, "rules")),
  ...setsIn("examples/java-operator"),
].filter((folder) => existsSync(join(root, folder)));

/** What is right as it is. */
const NOT_KNOWN: Readonly<Record<string, readonly string[]>> = {
  // A kind of the suite that has no facts, so as to be decided without them.
  "cr-status-heartbeat": ["exact-without-facts"],
};

describe("lint finds nothing in", () => {
  test.each([...examples, ...setsIn("test/accuracy/case-rules")])("%s", async (folder) => {
    const set = await readRuleDirectory(join(root, folder));
    expect(Object.keys(set.files).length).toBeGreaterThan(0);
    const found = lintRules([bundledRules, set]).map(({ code }) => code);
    expect(found).toEqual(NOT_KNOWN[folder.split("/").at(-1) ?? ""] ?? []);
  });

  test("the bundled rules", async () => {
    expect(lintRules([await readRuleDirectory(join(root, "rules"))]).map(String)).toEqual([]);
  });
});
