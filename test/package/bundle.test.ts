import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { type BuildOptions, build } from "esbuild";
import { afterAll, describe, expect, inject, test } from "vitest";
import { bundledRules, compileRules } from "../../src/index.js";
import { node, VERDICTS, write } from "./helper.js";

const { folder } = inject("installed");
const elsewhere = mkdtempSync(join(tmpdir(), "churngate-bundle-"));
afterAll(() => rmSync(elsewhere, { recursive: true, force: true }));

async function bundle(contents: string, options: BuildOptions): Promise<string> {
  const { outputFiles, warnings } = await build({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    write: false,
    logLevel: "silent",
    ...options,
  });
  expect(warnings).toEqual([]);
  return outputFiles?.[0]?.text ?? "";
}

test("a CommonJS bundle runs where there is no node_modules, with all bundled rules", async () => {
  const code = await bundle(
    `import { createGate, compileRules, bundledRules } from "churngate"; const print = console.log; ${VERDICTS}
     print(compileRules([bundledRules]).list().length);`,
    { platform: "node", format: "cjs", target: "node20" },
  );
  write(elsewhere, { "main.cjs": code });
  const rules = compileRules([bundledRules]).list().length;
  expect(rules).toBeGreaterThan(0);
  expect(node(elsewhere, "main.cjs")).toEqual({ out: `skip write 10.0.0.7\n${rules}\n`, err: "", code: 0 });
});

test("a bundle of churngate/client-node needs no client-node", async () => {
  const code = await bundle(
    `import { toWire } from "churngate/client-node"; console.log(toWire({ kind: "A", at: new Date(0) }).at);`,
    { platform: "node", format: "esm", target: "node20" },
  );
  write(elsewhere, { "client-node.mjs": code });
  expect(node(elsewhere, "client-node.mjs")).toEqual({ out: "1970-01-01T00:00:00Z\n", err: "", code: 0 });
});

describe("where there is only ECMAScript, TextEncoder and btoa", () => {
  /** Runs a bundle with nothing of Node.js in reach; gives what it printed. */
  async function inBrowser(contents: string): Promise<string[]> {
    const code = await bundle(contents, { platform: "browser", format: "iife", target: "es2022" });
    const printed: string[] = [];
    const print = (text: string) => void printed.push(text);
    runInContext(code, createContext({ TextEncoder, btoa, print }));
    return printed;
  }

  test("a gate of the bundled rules decides", async () => {
    const imports = 'import { createGate, compileRules, bundledRules } from "churngate";';
    expect(await inBrowser(imports + VERDICTS)).toEqual(["skip write 10.0.0.7"]);
  });

  test("all of the library loads, the part that reads files too", async () => {
    const imports = `import * as all from "churngate"; const { createGate, compileRules, bundledRules } = all; globalThis.kept = all;`;
    expect(await inBrowser(imports + VERDICTS)).toEqual(["skip write 10.0.0.7"]);
  });

  test("prose and hashes work", async () => {
    const contents = `import { createGate, compileRules, formatDecision } from "churngate";
      const rules = compileRules([{ rules: [{ group: "", kind: "Secret", strategy: "hash" }] }]);
      const secret = { apiVersion: "v1", kind: "Secret", metadata: { name: "key" }, stringData: { a: "ä" } };
      const gate = createGate({ rules });
      const created = gate.decide(secret, undefined).payload();
      print(created.data.a);
      print(gate.decide(secret, created).verdict);
      print(formatDecision(gate.decide(secret, { ...secret, stringData: undefined, data: {} })).split(" ")[0]);`;
    const [data, verdict, prose] = await inBrowser(contents);
    expect([data, verdict]).toEqual(["w6Q=", "skip"]);
    expect(prose).not.toBe("");
  });
});
