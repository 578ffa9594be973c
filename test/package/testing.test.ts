import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, inject, test } from "vitest";
import { node, write } from "./helper.js";

const { folder } = inject("installed");
const page = readFileSync(join(fileURLToPath(new URL("../..", import.meta.url)), "docs/testing.md"), "utf8");

function block(language: string): string {
  const [, text] = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(page) ?? [];
  if (text === undefined) throw new Error(`docs/testing.md has no block of ${language}`);
  return text;
}

test("the example of docs/testing.md prints what the page says", () => {
  write(folder, { "testing.mjs": block("js") });
  expect(node(folder, "testing.mjs")).toEqual({ out: block("text"), err: "", code: 0 });
});

test("churngate/testing can be required", () => {
  write(folder, {
    "testing.cjs": 'const t = require("churngate/testing"); console.log(Object.keys(t).sort().join());',
  });
  const { out } = node(folder, "testing.cjs");
  expect(out).toBe("UnsettledError,assertSettles,createMemoryPort,recordWrites\n");
});
