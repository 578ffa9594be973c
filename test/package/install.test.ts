import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { DESIRED, LIVE, node, VERDICTS, write } from "./helper.js";

const { folder } = inject("installed");
const IMPORTS = "const { createGate, compileRules, bundledRules } =";

write(folder, {
  "desired.json": JSON.stringify(DESIRED),
  "live.json": JSON.stringify(LIVE),
  "esm.mjs": `import { createGate, compileRules, bundledRules } from "churngate"; const print = console.log; ${VERDICTS}`,
  "script.cjs": `${IMPORTS} require("churngate"); const print = console.log; ${VERDICTS}`,
  "files.mjs": `import { loadRules, createGate } from "churngate";
    const rules = await loadRules({ dirs: ["own"] });
    const gate = createGate({ rules });
    console.log(gate.ruleFor(${JSON.stringify(DESIRED)}).source("/strategy").file);`,
  "own/core/Service.json": '{ "format": 1, "group": "", "kind": "Service", "strategy": "derivative" }',
});

test("npx churngate explain", () => {
  const words = ["--offline", "churngate", "explain", "-f", "desired.json", "--live", "live.json"];
  const { stdout, stderr, status } = spawnSync("npx", words, {
    cwd: folder,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  expect(stderr).toBe("");
  expect(stdout).toContain("1 object: 1 unchanged");
  expect(status).toBe(0);
});

test("the command says its version", () => {
  expect(node(folder, join("node_modules", "churngate", "dist/cli/main.js"), "--version")).toEqual({
    out: "0.1.0\n",
    err: "",
    code: 0,
  });
});

test("import", () => {
  expect(node(folder, "esm.mjs")).toEqual({ out: "skip write 10.0.0.7\n", err: "", code: 0 });
});

test("require, without a flag", () => {
  const { out, err, code } = node(folder, "script.cjs");
  expect({ out, code }).toEqual({ out: "skip write 10.0.0.7\n", code: 0 });
  // Some versions of Node.js 20 and 22 call it experimental; nothing else may be said.
  expect(
    err.replace(/^\(node:\d+\) ExperimentalWarning: .*require\(\)[\s\S]*?--trace-warnings .*\n/, ""),
  ).toBe("");
});

test("rules from files", () => {
  expect(node(folder, "files.mjs")).toEqual({
    out: `${join("own", "core", "Service.json")}\n`,
    err: "",
    code: 0,
  });
});
