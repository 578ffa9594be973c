// Generates src/generated/rules.ts, the bundled rules as text: node tools/generate/rules.mjs
import { readdir, readFile } from "node:fs/promises";
import { emit } from "./emit.mjs";

const root = new URL("../../", import.meta.url);
const names = (await readdir(new URL("rules/", root), { recursive: true }))
  .map((name) => `rules/${name.replaceAll("\\", "/")}`)
  .filter((name) => name.endsWith(".json") && !/\.(cases|facts)\.json$/.test(name))
  .sort();

const lines = await Promise.all(
  names.map(
    async (name) =>
      `  ${JSON.stringify(name)}: ${JSON.stringify(await readFile(new URL(name, root), "utf8"))},\n`,
  ),
);

await emit(
  "rules.ts",
  `// Generated from rules/ by: node tools/generate/rules.mjs. Do not edit.

/** The bundled rules by file name. */
export const ruleTexts: Readonly<Record<string, string>> = {
${lines.join("")}};
`,
);
