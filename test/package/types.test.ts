import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { publint } from "publint";
import { expect, inject, test } from "vitest";
import { node, write } from "./helper.js";

const { folder, tarball } = inject("installed");
const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
const attw = fileURLToPath(new URL("../../node_modules/.bin/attw", import.meta.url));

/** A typed controller: the decision carries its type, and each verdict has only what it has. */
const TYPED = `
interface Widget {
  apiVersion: "example.com/v1";
  kind: "Widget";
  metadata: { name: string; labels?: Record<string, string> };
  spec: { size: number; parts?: readonly { name: string }[] };
}
const rules: CompiledRules = compileRules([bundledRules, { fallback: "derivative", rules: [] }]);
const gate = createGate({ rules, fieldManager: "widget-operator" });
const desired: Widget = { apiVersion: "example.com/v1", kind: "Widget", metadata: { name: "a" }, spec: { size: 1 } };
const live: Widget | undefined = Math.random() > 2 ? desired : undefined;

export function send(decision: Decision<Widget>): Widget | undefined {
  // @ts-expect-error: a skip has no payload
  decision.payload;
  switch (decision.verdict) {
    case "skip":
      return undefined;
    case "create":
      return decision.payload();
    case "write": {
      const first: Change | undefined = decision.changes[0];
      if (first?.reason.code === "reset-to-default") console.log(first.reason.default, decision.recreate?.[0]);
      return decision.payload();
    }
    case "blocked":
      console.log(decision.recreate.join(), decision.reason.code);
      return undefined;
    default: {
      const none: never = decision;
      return none;
    }
  }
}
console.log(send(gate.decide(desired, live))?.spec.size);
console.log(gate.explain(desired, live).passed.map(({ by }) => by.code), formatDecision(gate.decide(desired, live)));
// @ts-expect-error: there is no such strategy
compileRules([{ rules: [{ group: "", kind: "Pod", strategy: "sometimes" }] }]);
// @ts-expect-error: there is no such mode
createGate({ mode: "never" });
try {
  gate.decide(desired, live);
} catch (error) {
  if (error instanceof UsageError) console.log(error.code satisfies UsageCode);
}
`;
/** Neither adapter's types need the library that it is for. */
const ADAPTERS = `
import type { ClusterPort } from "churngate";
import { clientNodePort, toWire } from "churngate/client-node";
import { kfcPort } from "churngate/kfc";
const kubeConfig = { getCurrentCluster: () => null, applyToHTTPSOptions: async () => {} };
export const ports: ClusterPort[] = [clientNodePort(kubeConfig, { userAgent: "a" }), clientNodePort(), kfcPort()];
export const name: string | undefined = toWire({}, { apiVersion: "v1", kind: "Pod" }).metadata?.name;
// @ts-expect-error: not a KubeConfig
clientNodePort({});
`;
const VALUES = "bundledRules, compileRules, createGate, formatDecision, UsageError";
const TYPES = "Change, CompiledRules, Decision, UsageCode";

test("publint finds nothing", async () => {
  const { messages } = await publint({
    pkgDir: join(folder, "node_modules/churngate"),
    pack: false,
    strict: true,
  });
  expect(messages).toEqual([]);
});

test("its types are right for import and for require", () => {
  // Node.js 20.19 and later require an ES module; attw has no word for that yet. Older ways to resolve know no entry but the first.
  const words = [tarball, "--profile", "node16", "--ignore-rules", "cjs-resolves-to-esm", "--no-color"];
  const { stdout, stderr, status } = spawnSync(attw, words, {
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  expect(status, stdout + stderr).toBe(0);
});

test("a strict project compiles against it, its declarations checked too", () => {
  write(folder, {
    "typed/esm.mts": `import { ${VALUES}, type ${TYPES.replaceAll(", ", ", type ")} } from "churngate";\n${TYPED}`,
    "typed/script.cts": `import churngate = require("churngate");
      import type { ${TYPES} } from "churngate";
      const { ${VALUES} } = churngate;\n${TYPED}`,
    "typed/adapters.mts": ADAPTERS,
    // What any runtime's types declare.
    "typed/runtime.d.ts": `declare const console: { log(...words: unknown[]): void };
      interface AbortSignal { readonly aborted: boolean; readonly reason: unknown }\n`,
    "typed/tsconfig.json": JSON.stringify({
      compilerOptions: {
        module: "nodenext",
        target: "es2023",
        lib: ["es2023"],
        types: [],
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        skipLibCheck: false,
        noEmit: true,
      },
    }),
  });
  expect(node(folder, tsc, "-p", "typed", "--pretty", "false")).toEqual({ out: "", err: "", code: 0 });
});
