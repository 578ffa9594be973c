import { describe, expect, test } from "vitest";
import { loadEngine } from "../../../src/cli/load-engine.js";
import { cli, folder } from "./helper.js";

const rule = {
  format: 1,
  group: "apps",
  kind: "Deployment",
  extends: true,
  $comment: ["nobody shows this"],
  why: "Scaled by an autoscaler.",
  ignore: [{ path: "spec.replicas", why: "the autoscaler's", $comment: "nor this" }],
  overrides: [{ match: { name: "web-*" }, why: "w", once: ["spec.paused"] }],
};
const files = { "own/apps/Deployment.json": JSON.stringify(rule, null, 2) };
const show = (args: readonly string[]) =>
  cli(["rules", "show", "apps/Deployment", "--rules", "own", ...args], {
    cwd: folder(files),
    factory: loadEngine,
  });

describe("rules show --explain", () => {
  test("says what each part does, why, and where it stands", async () => {
    const { code, out } = await show(["--explain"]);
    expect(code).toBe(0);
    expect(out.replaceAll(/\s+/g, " ")).toMatch(
      /ignore spec.replicas: never a reason to write, never changed by one. the autoscaler's \(\S*own\/apps\/Deployment.json:12\)/,
    );
    expect(out).toContain('for {"name":"web-*"}');
    expect(out).toContain("An update may not change spec.selector.");
    expect(out).not.toContain("nobody shows this");
    expect(out).not.toContain("nor this");
  });

  test("keeps to the width, but for a word that is longer", async () => {
    const { out } = await show(["--explain"]);
    const long = out.split("\n").filter((line) => line.length > 80 && line.trim().includes(" "));
    expect(long).toEqual([]);
  });

  test("-o json has the same as data", async () => {
    const { out } = await show(["--explain", "-o", "json"]);
    const { explained } = JSON.parse(out).rules[0];
    expect(explained.strategy.name).toBe("exact");
    expect(explained.parts).toContainEqual(
      expect.objectContaining({ role: "ignore", path: "spec.replicas", why: "the autoscaler's" }),
    );
    expect(explained.removed).toHaveProperty("merge");
    expect(explained.passed.map(({ by }: { by: string }) => by)).toEqual([
      "default",
      "computed",
      "spelling",
      "foreign",
      "status",
    ]);
    expect(explained.facts.apiVersion).toBe("apps/v1");
  });

  test("without it, as before, and without comments", async () => {
    const { out } = await show([]);
    expect(out).toContain("ignore");
    expect(out).not.toContain("nobody shows this");
    expect(out).not.toContain("nor this");
  });
});
