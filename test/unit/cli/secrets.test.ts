import { describe, expect, it } from "vitest";
import { Sensitive } from "../../../src/core/sensitive.js";
import { type Canned, canned, cli, manifest } from "./helper.js";

const value = "hunter2-and-more";
const base64 = Buffer.from(value).toString("base64");
const lastApplied = JSON.stringify({ stringData: { password: value }, data: { password: base64 } });

const more = (text: string) => ({
  data: { password: text },
  stringData: { token: value },
  metadata: { annotations: { "kubectl.kubernetes.io/last-applied-configuration": lastApplied } },
});
const files = {
  "d.json": manifest("s", more(base64), "Secret"),
  "l.json": manifest("s", more("eA=="), "Secret"),
};

const path = "metadata.annotations[kubectl.kubernetes.io/last-applied-configuration]";
const decision: Canned = {
  verdict: "write",
  mode: "replace",
  strategy: "exact",
  reason: { code: "differs" },
  changes: [
    {
      path: "data.password",
      pointer: "/data/password",
      live: new Sensitive("eA==", "sha256:00000000"),
      desired: new Sensitive(base64, "sha256:11111111"),
      reason: { code: "changed" },
    },
    // Even where the engine leaves them bare.
    { path: "stringData.token", pointer: "/stringData/token", desired: value, reason: { code: "added" } },
    {
      path: "metadata.annotations",
      pointer: "/metadata/annotations",
      live: { x: lastApplied },
      reason: { code: "removed" },
    },
  ],
  passed: [{ path, live: lastApplied, by: { code: "foreign" } }],
  body: {
    apiVersion: "v1",
    kind: "Secret",
    ...more(base64),
    metadata: { name: "s", ...more(base64).metadata },
  },
};
const engine = canned({ s: decision });
const call = ["explain", "-f", "d.json", "--live", "l.json", "-v"];

describe("a Secret's values", () => {
  it.each(["text", "json", "yaml", "json-patch"])("are not in %s", async (output) => {
    const { code, out, err } = await cli([...call, "-o", output], { files, engine });
    expect(code).toBe(1);
    expect(out).toContain("<secret sha256:");
    for (const hidden of [value, base64, "eA=="]) expect(out + err).not.toContain(hidden);
  });

  it.each(["text", "json", "yaml", "json-patch"])("are in %s with --show-secrets", async (output) => {
    const { out } = await cli([...call, "-o", output, "--show-secrets"], { files, engine });
    expect(out).toContain(base64);
    expect(out).not.toContain("<secret");
  });

  it("are not in the error of a file that cannot be read", async () => {
    const wrong = `apiVersion: v1\nkind: Secret\nstringData: {p: "${value}", p: x}\n`;
    const { code, err } = await cli(["explain", "-f", "d.yaml", "--live", "d.yaml"], {
      files: { "d.yaml": wrong },
      engine,
    });
    expect(code).toBe(2);
    expect(err).not.toContain(value);
  });
});
