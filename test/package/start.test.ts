import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, inject, test } from "vitest";
import { DESIRED, LIVE, node, write } from "./helper.js";

const { folder } = inject("installed");
const program = join(folder, "node_modules", "churngate", "dist/cli/main.js");

/** As kubectl prints an object. */
const asYaml = (status: string): string => `apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: shop
spec:
  ports:
  - port: 80
    protocol: TCP
    targetPort: 80
  selector:
    app: web
${status}`;

write(folder, {
  "start/desired.json": JSON.stringify(DESIRED),
  "start/live.json": JSON.stringify(LIVE),
  "start/desired.yaml": asYaml(""),
  "start/live.yaml": asYaml("status:\n  loadBalancer: {}\n"),
});

interface Script {
  readonly url: string;
  readonly functions: readonly {
    readonly functionName: string;
    readonly ranges: readonly { count: number }[];
  }[];
}

/** What a run of the command line loads, as V8 itself tells. */
function loaded(...words: string[]): readonly Script[] {
  const reports = mkdtempSync(join(folder, "coverage-"));
  process.env.NODE_V8_COVERAGE = reports;
  try {
    const { err, code } = node(folder, program, ...words);
    expect([err, code]).toEqual(["", 0]);
  } finally {
    delete process.env.NODE_V8_COVERAGE;
  }
  return readdirSync(reports).flatMap(
    (name) => (JSON.parse(readFileSync(join(reports, name), "utf8")) as { result: Script[] }).result,
  );
}

/** The names of packages, and of modules below dist, among them. */
function namesOf(scripts: readonly Script[]): { packages: readonly string[]; modules: readonly string[] } {
  const below = scripts
    .filter(({ url }) => url.startsWith("file:"))
    .map(({ url }) => fileURLToPath(url).replaceAll("\\", "/").split("/node_modules/").at(-1) ?? "");
  const packages = below.map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? "");
  return {
    packages: [...new Set(packages)].sort(),
    modules: below.filter((name) => name.startsWith("churngate/dist/")),
  };
}

const NOT_NEEDED =
  /dist\/(?:rules\/(?:learn|lint|cases)\/|adapter\/(?:client-node|kfc|testing|evidence|ensure|set|fights|ensurer)|cli\/(?:cluster|kubeconfig|learn|evidence|apply)\/|index\.js)/;

test.each([
  ["JSON", "json", [], []],
  ["YAML", "yaml", [], ["yaml"]],
  ["YAML, by apply", "yaml", ["--mode", "apply", "--field-manager", "me"], ["yaml"]],
])("explain of files in %s loads only what it needs", (_what, type, words, reader) => {
  const scripts = loaded("explain", "-f", `start/desired.${type}`, "--live", `start/live.${type}`, ...words);
  const { packages, modules } = namesOf(scripts);
  expect(packages).toEqual(["@noble/hashes", "churngate", "commander", "fast-deep-equal", ...reader]);
  expect(modules).toContain("churngate/dist/cli/commands/explain.js");
  expect(modules.filter((name) => NOT_NEEDED.test(name))).toEqual([]);
});

test("explain makes the compiled schemas only where there are rules to check", () => {
  const words = ["explain", "-f", "start/desired.json", "--live", "start/live.json"];
  const made = (scripts: readonly Script[]): number | undefined =>
    scripts
      .find(({ url }) => url.endsWith("/generated/validate.js"))
      ?.functions.find(({ functionName }) => functionName === "make")?.ranges[0]?.count;
  expect(made(loaded(...words))).toBe(0);
  write(folder, {
    "start/rules/core/Service.json": '{"format":1,"group":"","kind":"Service","strategy":"exact"}',
  });
  expect(made(loaded(...words, "--rules", "start/rules"))).toBe(1);
});
