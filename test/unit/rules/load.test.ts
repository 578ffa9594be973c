import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { CompiledRules } from "../../../src/rules/compiled.js";
import { RulesError } from "../../../src/rules/errors.js";
import { loadRules, readRuleDirectory } from "../../../src/rules/load.js";

vi.mock("../../../src/generated/rules.js", () => ({
  ruleTexts: {
    "rules/core/Secret.json": `{"format": 1, "group": "", "kind": "Secret", "strategy": "hash"}`,
    "rules/core/Service.json": `{"format": 1, "group": "", "kind": "Service", "strategy": "hash"}`,
  },
}));

let root = "";
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "rules-"));
});
afterAll(() => rm(root, { recursive: true }));

/** Writes a directory of files and gives its path. */
async function directory(name: string, files: Record<string, string>): Promise<string> {
  for (const [file, text] of Object.entries(files)) {
    const path = join(root, name, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  return join(root, name);
}

const service = `{"format": 1, "group": "", "kind": "Service", "strategy": "derivative"}`;

/** The errors that a promise is refused with. */
async function errorsOf(promise: Promise<unknown>): Promise<string[]> {
  const error: unknown = await promise.catch((reason: unknown) => reason);
  if (!(error instanceof RulesError)) throw error;
  return error.errors.map(({ file, code }) => `${file.slice(root.length + 1)} ${code}`);
}

describe("loadRules", () => {
  test("reads rules, ruleset.json and facts; leaves other files alone", async () => {
    const facts = {
      kinds: [
        {
          group: "example.com",
          version: "v1",
          kind: "Widget",
          type: "w",
          namespaced: true,
          statusSubresource: true,
        },
      ],
      types: { w: { fields: {} } },
    };
    const dir = await directory("good", {
      "ruleset.json": `{"format": 1, "fallback": "unconditional"}`,
      "core/Service.json": service,
      "example.com/Widget.facts.json": JSON.stringify(facts),
      "core/Service.cases.json": "not looked at",
      "README.md": "hello",
      "package.json": "{}",
      "node_modules/deep/er/package.json": "{}",
      ".git/Config.json": "{",
    });
    const rules = await loadRules({ dirs: [dir], bundled: false });
    expect(rules.list().map(({ file }) => file)).toEqual([join(dir, "core/Service.json")]);
    expect(rules.resolve("", "v1", "Service").source("/strategy")).toEqual({
      file: join(dir, "core/Service.json"),
      line: 1,
      column: 59,
    });
    expect(rules.resolve("", "v1", "Pod").rule.strategy).toBe("unconditional");
    expect(rules.facts.kind("example.com", "v1", "Widget")?.type).toBe("w");
  });

  test("the later directory lies above", async () => {
    const dirs = [
      await directory("low", { "core/Service.json": service }),
      await directory("high", { "core/Service.json": service.replace("derivative", "hash") }),
    ];
    expect((await loadRules({ dirs })).resolve("", "v1", "Service").rule.strategy).toBe("hash");
    expect((await loadRules({ dirs: dirs.reverse() })).resolve("", "v1", "Service").rule.strategy).toBe(
      "derivative",
    );
  });

  test("the bundled rules lie below, unless they are not wanted", async () => {
    const dirs = [await directory("one", { "core/Service.json": service })];
    const files = ({ list }: CompiledRules) => list().map(({ file }) => file);
    expect(files(await loadRules({ dirs }))).toEqual([
      "rules/core/Secret.json",
      join(root, "one/core/Service.json"),
    ]);
    expect(files(await loadRules({ dirs, bundled: false }))).toEqual([join(root, "one/core/Service.json")]);
  });

  test("a rule above its group's folder is told where it belongs", async () => {
    const dir = await directory("flat", { "Service.json": service });
    expect(await errorsOf(loadRules({ dirs: [dir] }))).toEqual(["flat/Service.json misplaced-rule"]);
  });

  test("one bad file spoils all", async () => {
    const dir = await directory("bad", {
      "core/Service.json": service,
      "core/Pod.json": "{",
      "ruleset.json": `{"format": 9}`,
    });
    expect((await errorsOf(loadRules({ dirs: [dir] }))).sort()).toEqual([
      "bad/core/Pod.json syntax",
      "bad/ruleset.json newer-format",
    ]);
  });

  test("a directory that is not there", async () => {
    expect(await errorsOf(readRuleDirectory(join(root, "nowhere")))).toEqual(["nowhere unreadable"]);
  });
});
