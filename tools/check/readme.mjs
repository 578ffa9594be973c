// @ts-check
// Puts what the quickstart prints, shortened, into README.md: npm run readme
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const LEFT_OUT = /\s(NetworkPolicy|PodDisruptionBudget) \(/;

/** The first block of a language in a Markdown text. @param {string} language */
export function blockOf(language) {
  return new RegExp(`(?<=^\`\`\`${language}\n).*?(?=^\`\`\`)`, "ms");
}

/** What the built quickstart below a folder prints, without its frame and two of its objects. @param {string} root */
export function quickstartOutput(root) {
  const env = { ...process.env, NO_COLOR: "1" };
  const { stdout } = spawnSync(process.execPath, ["examples/quickstart/start.mjs"], {
    cwd: root,
    env,
    encoding: "utf8",
  });
  const [, , ...lines] = stdout.split("\n");
  const last = lines.findIndex((line) => /^\d+ objects:/.test(line));
  const shown = lines.slice(0, last + 1).filter((line) => !LEFT_OUT.test(line));
  return shown.map((line) => `${line}\n`).join("");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const readme = new URL("../../README.md", import.meta.url);
  const output = quickstartOutput(fileURLToPath(new URL("../..", import.meta.url)));
  writeFileSync(
    readme,
    readFileSync(readme, "utf8").replace(blockOf("console"), () => output),
  );
}
