import { describe, expect, test } from "vitest";
import { loadEngine } from "../../../src/cli/load-engine.js";
import { cli, folder } from "./helper.js";

const rule = (kind: string, more: object): string =>
  JSON.stringify({ format: 1, group: "example.com", kind, why: "w", ...more });
const table = (kind: string, verdict: string): string =>
  JSON.stringify({
    base: { apiVersion: "example.com/v1", kind, metadata: { name: "a" } },
    cases: [{ name: "steady", verdict }],
  });

/** A set with a table that fails and a slip, and one above it. */
const files = {
  "learned/example.com/Gizmo.json": rule("Gizmo", { strategy: "hash", hash: {}, atLeast: ["metadata.name"] }),
  "learned/example.com/Gizmo.cases.json": table("Gizmo", "skip"),
  "own/example.com/Gizmo.json": rule("Gizmo", { extends: true }),
  "own/example.com/Gizmo.cases.json": table("Gizmo", "write"),
};
const call = (words: readonly string[], more: Readonly<Record<string, string>> = {}) =>
  cli(["rules", ...words], { cwd: folder({ ...files, ...more }), factory: loadEngine });

describe("rules test runs the tables", () => {
  test.each([
    ["of what is named, not of --rules below it", ["own", "--rules", "learned"], "1 case in 1 table"],
    ["of both, where both are named", ["learned", "own"], "2 cases in 2 tables"],
    ["of --rules, where nothing is named", ["--rules", "learned", "--rules", "own"], "2 cases in 2 tables"],
  ])("%s", async (_, words, said) => {
    expect((await call(["test", ...words])).out).toContain(said);
  });

  test("not of churngate.json's sets, where one is named", async () => {
    const config = { "churngate.json": '{ "rules": ["learned", "own"] }' };
    expect((await call(["test", "own"], config)).out).toBe("1 case in 1 table: 1 passed, 0 failed\n");
    expect((await call(["test"], config)).out).toContain("2 cases in 2 tables");
  });
});

describe("rules lint says what is odd", () => {
  const isOdd = "learned/example.com/Gizmo.json";

  test("of what is named, not of --rules below it", async () => {
    expect((await call(["lint", "learned"])).out).toContain(isOdd);
    expect((await call(["lint", "--rules", "learned"])).out).toContain(isOdd);
    expect((await call(["lint", "own", "--rules", "learned"])).out).not.toContain(isOdd);
  });

  test("but what keeps a rule below from being used", async () => {
    const broken = { "learned/example.com/Other.json": rule("Other", { strategy: "exakt" }) };
    const { code, out } = await call(["lint", "own", "--rules", "learned"], broken);
    expect([code, out]).toEqual([1, expect.stringContaining("`exakt` is no strategy here")]);
  });

  test("a rule that extends nothing may lack the set below it", async () => {
    const { out } = await call(["lint", "own"]);
    expect(out).toContain("no set below has a rule for Gizmo.example.com to extend");
    expect(out).toContain("(`--rules DIR`)");
  });
});
