import { execFileSync } from "node:child_process";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, sep } from "node:path";
import { describe, expect, test } from "vitest";
import { loadEngine } from "../../../src/cli/load-engine.js";
import { writeFiles } from "../../../src/cli/write-files.js";
import { cli, folder } from "./helper.js";

const read = (cwd: string, file: string) => JSON.parse(readFileSync(join(cwd, file), "utf8"));

test("writes a rule and a table, and says what comes next", async () => {
  const cwd = folder({});
  const { code, out } = await cli(["rules", "init", "deployment"], { cwd });
  expect(code).toBe(0);
  expect(out).toMatch(
    /created {4}rules\/apps\/Deployment.json\ncreated {4}rules\/apps\/Deployment.cases.json\n/,
  );
  const rule = read(cwd, "rules/apps/Deployment.json");
  expect(rule).toMatchObject({ group: "apps", kind: "Deployment", extends: true });
  expect(rule.$comment.join("\n")).toContain("An update may not change spec.selector.");
  expect((await cli(["rules", "lint", "rules"], { cwd })).out).toBe("0 errors, 0 warnings\n");
});

test("the schema is that of the nearest node_modules", async () => {
  const cwd = folder({ "node_modules/churngate/schemas/rule.schema.json": "{}", "a/b.txt": "" });
  await cli(["rules", "init", "Secret", "--out", "a/rules"], { cwd });
  expect(read(cwd, "a/rules/core/Secret.json").$schema).toBe(
    "../../../node_modules/churngate/schemas/rule.schema.json",
  );
});

test("without one it is this package's", async () => {
  const cwd = folder({});
  await cli(["rules", "init", "Secret"], { cwd });
  const { $schema } = read(cwd, "rules/core/Secret.json");
  expect(read(cwd, join("rules/core", $schema)).title).toBe("Rule");
});

test("a status has a file of its own", async () => {
  const cwd = folder({});
  expect((await cli(["rules", "init", "Deployment.status"], { cwd })).code).toBe(0);
  expect(readdirSync(join(cwd, "rules/apps")).sort()).toEqual([
    "Deployment.status.cases.json",
    "Deployment.status.json",
  ]);
  expect(read(cwd, "rules/apps/Deployment.status.json")).toMatchObject({
    subresource: "status",
    extends: true,
  });
});

test("for one version", async () => {
  const cwd = folder({});
  await cli(["rules", "init", "HorizontalPodAutoscaler", "--version", "v2"], { cwd });
  expect(read(cwd, "rules/autoscaling/HorizontalPodAutoscaler.v2.json").versions).toEqual(["v2"]);
});

test("in place of the rule below", async () => {
  const cwd = folder({});
  await cli(["rules", "init", "ConfigMap", "--no-extends"], { cwd });
  const rule = read(cwd, "rules/core/ConfigMap.json");
  expect(rule.strategy).toBe("exact");
  expect(rule.fields.map(({ path }: { path: string }) => path)).toEqual(["binaryData", "data", "immutable"]);
});

test("what is there stays, and nothing is written beside it", async () => {
  const cwd = folder({ "rules/apps/Deployment.cases.json": "{}" });
  const { code, err } = await cli(["rules", "init", "Deployment"], { cwd });
  expect(code).toBe(2);
  expect(err).toContain("Deployment.cases.json is there with another content; nothing was written");
  expect(readdirSync(join(cwd, "rules/apps"))).toEqual(["Deployment.cases.json"]);
  expect((await cli(["rules", "init", "Deployment", "--overwrite"], { cwd })).code).toBe(0);
});

test.skipIf(process.platform === "win32")(
  "what is no file is refused, and a link is written through",
  async () => {
    const cwd = folder({ "out/core/x": "", "kept/Secret.json": "old" });
    const file = join(cwd, "out/core/Secret.json");
    execFileSync("mkfifo", [file]);
    const write = () =>
      writeFiles(
        { "core/Secret.json": "{}" },
        { cwd, out: "out", overwrite: true, isOwn: () => true, writer: "rules init" },
      );
    expect(write).toThrow(
      "out/core/Secret.json is a FIFO, not a file; nothing was written".replaceAll("/", sep),
    );
    rmSync(file);
    mkdirSync(file);
    expect(write).toThrow("Secret.json is a directory, not a file");
    rmSync(file, { recursive: true });
    chmodSync(join(cwd, "kept/Secret.json"), 0o640);
    symlinkSync("../../kept/Secret.json", file);
    write();
    expect([lstatSync(file).isSymbolicLink(), statSync(file).mode & 0o777]).toEqual([true, 0o640]);
    expect(read(cwd, "kept/Secret.json")).toEqual({});
  },
);

test("where a file stands in a folder's place nothing is left behind", async () => {
  const cwd = folder({});
  mkdirSync(join(cwd, "rules"));
  writeFileSync(join(cwd, "rules/core"), "x");
  expect((await cli(["rules", "init", "Secret"], { cwd })).code).toBe(2);
  expect(readdirSync(join(cwd, "rules"))).toEqual(["core"]);
});

test("a second rule for the same kind is refused", async () => {
  const cwd = folder({});
  await cli(["rules", "init", "HorizontalPodAutoscaler", "--version", "v2"], { cwd });
  const { code, err } = await cli(["rules", "init", "HorizontalPodAutoscaler"], { cwd });
  expect(code).toBe(2);
  expect(err).toContain("already has a rule in this set");
});

test.each([
  ["a kind that nobody knows", ["Widget"], "no rule and no facts of a kind Widget", "churngate learn"],
  ["a slip", ["Deploymnt"], "no rule and no facts", "Did you mean Deployment?"],
  ["how kubectl abbreviates it", ["deploy"], "no facts of a kind deploy", "Did you mean Deployment?"],
  ["its capitals", ["cm"], "no facts of a kind cm", "Did you mean ConfigMap?"],
  ["several kinds of a name", ["Event"], "several kinds", "Name one of core/Event, events.k8s.io/Event."],
  ["no status", ["ConfigMap.status"], "has no status", ""],
  ["no such version", ["Deployment", "--version", "v7"], "no facts are known of that version", "One of v1"],
  ["nothing to extend", ["Lease", "--extends", "--no-bundled"], "no rule below", "Leave it out"],
])("%s", async (_, args, message, hint) => {
  const { code, err } = await cli(["rules", "init", ...args]);
  expect(code).toBe(2);
  expect(err).toContain(message);
  expect(err).toContain(hint);
});

test("a custom kind with a rule, and without facts, is to be learned first", async () => {
  const rule = JSON.stringify({ format: 1, group: "a.b", kind: "W", strategy: "derivative", why: "w" });
  const { code, err } = await cli(["rules", "init", "W", "--rules", "own"], {
    files: { "own/a.b/W.json": rule },
  });
  expect(code).toBe(2);
  expect(err).toContain("no facts are known of W.a.b");
  expect(err).toContain("churngate learn -f crd.yaml --out DIR");
});

test("-o json has the texts", async () => {
  const { out } = await cli(["rules", "init", "Lease", "-o", "json"]);
  const document = JSON.parse(out);
  expect(document).toMatchObject({ format: "rule-init/1", group: "coordination.k8s.io", kind: "Lease" });
  expect(Object.keys(document.files)).toEqual([
    "coordination.k8s.io/Lease.json",
    "coordination.k8s.io/Lease.cases.json",
  ]);
});

describe("what comes next", () => {
  const definition = JSON.stringify({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "gizmos.example.com" },
    spec: {
      group: "example.com",
      names: { kind: "Gizmo", plural: "gizmos" },
      scope: "Namespaced",
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: {
              type: "object",
              properties: {
                spec: { type: "object", required: ["size"], properties: { size: { type: "string" } } },
              },
            },
          },
        },
      ],
    },
  });
  const lines = (out: string): readonly string[] => out.trimEnd().split("\n").slice(-2);

  test("of a kind that was learned names what it lies above, and works as it stands", async () => {
    const cwd = folder({ "crd.json": definition });
    await cli(["learn", "-f", "crd.json", "--out", "learned"], { cwd });
    const { out } = await cli(["rules", "init", "Gizmo", "--rules", "learned", "--out", "my-rules"], { cwd });
    expect(lines(out)).toEqual([
      "Next: churngate rules lint my-rules --rules learned; churngate rules test my-rules --rules learned",
      'Then: churngate explain -f desired.yaml --rules learned --rules my-rules, or "rules": ["learned", "my-rules"] in churngate.json',
    ]);
    const [, first = "", second = ""] = /Next: (.*); (.*)/.exec(out) ?? [];
    for (const call of [first, second]) {
      const { code } = await cli(call.split(" ").slice(1), { cwd, factory: loadEngine });
      expect(code).toBe(0);
    }
  });

  test.each([
    [["--rules", "own"], {}, '--rules own, or "rules": ["own"] in churngate.json'],
    [["--no-bundled"], {}, "rules lint rules --no-bundled; churngate rules test rules --no-bundled"],
    [[], { "churngate.json": '{ "rules": ["own"] }' }, "rules lint own; churngate rules test own"],
    [["--out", "b"], { "churngate.json": '{ "rules": ["own"] }' }, 'put b behind the others of "rules"'],
  ])("%j", async (words, files, said) => {
    const cwd = folder({ "own/x.txt": "", ...files });
    const { out } = await cli(["rules", "init", "Lease", ...words], { cwd });
    expect(out).toContain(said);
  });
});
