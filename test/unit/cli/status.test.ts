import { describe, expect, it } from "vitest";
import { loadEngine } from "../../../src/cli/load-engine.js";
import { cli, folder } from "./helper.js";

const head = { format: 1, group: "apps", kind: "Deployment", why: "w" };
const base = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "demo", namespace: "default" },
  status: { replicas: 1 },
};
const json = (value: unknown): string => JSON.stringify(value, null, 2);
const files = {
  "apps/Deployment.json": json({ ...head, strategy: "derivative" }),
  "apps/Deployment.status.json": json({
    ...head,
    subresource: "status",
    strategy: "exact",
    ignore: [{ path: "status.readyReplicas", why: "w" }],
  }),
  "apps/Deployment.status.cases.json": json({
    base,
    stored: { spec: { replicas: 1 } },
    cases: [
      { name: "the object", desired: { spec: { replicas: 7 } }, verdict: "skip" },
      {
        name: "replicas",
        desired: { status: { replicas: 2 } },
        verdict: "write",
        changes: ["status.replicas"],
      },
      { name: "wrong", verdict: "write" },
    ],
  }),
};

/** Runs `rules` with the real rules and gate, on a set of these files. */
async function rules(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const set = folder(files);
  const [command = "", ...rest] = words;
  const given = command === "list" || command === "show" ? [...rest, "--rules", set] : [set, ...rest];
  return cli(["rules", command, ...given, "--no-bundled"], { factory: loadEngine });
}

describe("rules of a status", () => {
  it("are listed", async () => {
    const { out } = await rules("list");
    const lines = out
      .split("\n")
      .map((line) => line.replace(/ {2,}/g, " | ").replace(/ \| \S*\/apps/, " | apps"));
    expect(lines).toEqual([
      "apps/Deployment | derivative | apps/Deployment.json",
      "apps/Deployment status | exact | apps/Deployment.status.json",
      "",
    ]);
    expect(JSON.parse((await rules("list", "-o", "json")).out).rules).toMatchObject([
      { kind: "Deployment", strategy: "derivative" },
      { kind: "Deployment", strategy: "exact", subresource: "status" },
    ]);
  });

  it("are shown, after the kind's or alone", async () => {
    const heads = (out: string): string[] => out.split("\n").filter((line) => /^\S/.test(line));
    expect(heads((await rules("show", "apps/deployment")).out)).toEqual([
      "apps/Deployment",
      "apps/Deployment status",
    ]);
    const { out } = await rules("show", "apps/Deployment.status");
    expect(heads(out)).toEqual(["apps/Deployment status"]);
    expect(out).toMatch(/ignore +status\.readyReplicas \(w\) +\S+Deployment\.status\.json:9/);
    expect(JSON.parse((await rules("show", "apps/deployment.status", "-o", "json")).out).rules).toMatchObject(
      [{ kind: "Deployment", subresource: "status", fallback: false }],
    );
  });

  it("are shown where the default one holds", async () => {
    const { code, out } = await rules("show", "StatefulSet.status");
    expect(code).toBe(0);
    expect(out).toMatch(/^apps\/StatefulSet status\n/);
    expect(out).toContain('status.conditions[*].lastTransitionTime {"with":["status"]}');
  });

  it("are linted, and compared with objects", async () => {
    expect((await rules("lint")).out).toBe("0 errors, 0 warnings\n");
    const object = folder({ "live.json": json(base) });
    const { out } = await rules("lint", "--against", `${object}/live.json`);
    expect(out).toContain("no Deployment has the ignored status.readyReplicas");
  });

  it("are tested by their own tables", async () => {
    const { code, out } = await rules("test");
    expect(code).toBe(1);
    expect(out).toMatch(/FAILED {2}\S+Deployment\.status\.cases\.json:\d+: wrong\n/);
    expect(out).toContain("3 cases in 1 table: 2 passed, 1 failed");
    const [table] = JSON.parse((await rules("test", "-o", "json")).out).tables;
    expect(table).toMatchObject({ kind: "Deployment", subresource: "status" });
  });
});
