import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { loadEngine } from "../../../src/cli/load-engine.js";
import type { ChangeReason, PassedBy, Reason } from "../../../src/core/decision.js";
import { type CallOptions, canned, cli, engineOf, folder, manifest, type Outcome, skip } from "./helper.js";

const schema = JSON.parse(readFileSync("schemas/decision.schema.json", "utf8"));

/** Runs the command line with the real rules and gate. */
async function real(arguments_: readonly string[], options: CallOptions = {}): Promise<Outcome> {
  return cli(arguments_, { ...options, factory: loadEngine });
}

describe("decision/1", () => {
  it("describes what explain prints of the quickstart", async () => {
    const call = [
      "explain",
      "-f",
      "examples/quickstart/desired.yaml",
      "--live",
      "examples/quickstart/live.yaml",
      "-o",
      "json",
      "-v",
    ];
    const { out } = await real(call, { cwd: "." });
    const validate = new Ajv2020({ allowUnionTypes: true }).compile(schema);
    expect([validate(JSON.parse(out)), validate.errors]).toEqual([true, null]);
    expect(JSON.parse(out).objects).toHaveLength(7);
  }, 30_000);

  it("has every code that there is", () => {
    const reasons: Record<Reason["code"], 1> = {
      equal: 1,
      differs: 1,
      "not-found": 1,
      "no-rule": 1,
      unconditional: 1,
      "hash-differs": 1,
      "hash-missing": 1,
      unhashable: 1,
      "as-observed": 1,
      "not-as-observed": 1,
      "not-observed": 1,
      immutable: 1,
      terminating: 1,
      "unknown-field": 1,
      "not-owned": 1,
      "owned-in-other-version": 1,
      "no-managed-fields": 1,
      "not-possible-by-apply": 1,
      conflict: 1,
      "duplicate-key": 1,
      unmanaged: 1,
      fight: 1,
      "no-effect": 1,
    };
    const changes: Record<ChangeReason["code"], 1> = {
      changed: 1,
      added: 1,
      removed: 1,
      "reset-to-default": 1,
      order: 1,
      "must-be-absent": 1,
      immutable: 1,
    };
    const passes: Record<PassedBy["code"], 1> = {
      default: 1,
      computed: 1,
      empty: 1,
      spelling: 1,
      "kept-from-live": 1,
      foreign: 1,
      ignored: 1,
      once: 1,
      "at-least": 1,
      incidental: 1,
      drift: 1,
      "as-observed": 1,
      "not-stated": 1,
      "not-owned": 1,
      "unknown-field": 1,
      "duplicate-key": 1,
      "set-order": 1,
    };
    const { $defs } = schema;
    expect($defs.reason.properties.code.enum).toEqual(Object.keys(reasons));
    expect($defs.change.properties.reason.properties.code.enum).toEqual(Object.keys(changes));
    expect($defs.passed.properties.by.properties.code.enum).toEqual(Object.keys(passes));
  });
});

const slips: readonly (readonly [what: string, call: readonly string[], said: RegExp])[] = [
  ["an unknown command", ["explian"], /unknown command 'explian'\n\(Did you mean explain\?\)/],
  [
    "an unknown option",
    ["explain", "-f", "a", "--liev", "b"],
    /unknown option '--liev'\n\(Did you mean --live\?\)/,
  ],
  ["no file", ["explain", "--live", "a"], /required option '-f, --filename <file\.\.\.>'/],
  [
    "an apply by nobody",
    ["explain", "-f", "a", "--live", "a", "--mode", "apply"],
    /^error: --mode apply needs --field-manager\n/,
  ],
  [
    "no such mode",
    ["explain", "-f", "a", "--live", "a", "--mode", "x"],
    /^error: --mode x: not one of replace, apply, merge\n/,
  ],
  [
    "no such output",
    ["explain", "-f", "a", "--live", "a", "-o", "x"],
    /^error: --output x: not one of text, json, yaml, json-patch\n/,
  ],
  [
    "no such colour",
    ["classify", "-f", "a", "--color", "x"],
    /^error: --color x: not one of auto, always, never\n/,
  ],
  [
    "variants without evidence",
    ["classify", "-f", "a", "--variants", "nonsense"],
    /^error: --variants is for --evidence: without it no cluster is asked\n/,
  ],
  [
    "a cluster without evidence",
    ["classify", "-f", "a", "--context", "nowhere"],
    /^error: --context is for --evidence/,
  ],
  [
    "an option of the cluster without evidence",
    ["classify", "-f", "a", "--no-force"],
    /^error: --no-force is for --evidence/,
  ],
  [
    "standard input twice",
    ["explain", "-f", "-", "--live", "-"],
    /^error: -f - and --live - cannot both read standard input\n/,
  ],
  ["a rule set that is not there", ["rules", "lint", "nowhere"], /nowhere: cannot be read: ENOENT/],
  [
    "no rule set",
    ["rules", "test"],
    /^error: no rule set is named\nName a directory: churngate rules test \.\/rules\n/,
  ],
  ["no rule set to lint", ["rules", "lint"], /\nName a directory: churngate rules lint \.\/rules\n/],
  [
    "an unknown kind",
    ["rules", "show", "StatefulSat"],
    /no rule and no facts of a kind StatefulSat\nDid you mean StatefulSet\?/,
  ],
];

describe("a wrong call exits with 2 and says what is right", () => {
  it.each(slips)("%s", async (_what, call, said) => {
    const { code, out, err } = await cli(call, { engine: engineOf(() => skip) });
    expect(err).toMatch(said);
    expect([code, out]).toEqual([2, ""]);
  });

  it("help and version are results", async () => {
    const help = await cli(["--help"]);
    expect([help.code, help.err]).toEqual([0, ""]);
    expect(help.out).toContain("explain");
    expect((await cli(["--version"])).out).toBe("0.1.0\n");
  });

  it("an internal error is one line, with the stack on request", async () => {
    const broken = engineOf(() => {
      throw new TypeError("oh\u001bno");
    });
    const files = { "a.json": manifest("a") };
    const call = ["explain", "-f", "a.json", "--live", "a.json"];
    const quiet = await cli(call, { files, engine: broken });
    expect(quiet).toEqual({
      code: 2,
      out: "",
      err: "churngate: internal error: oh\\u001bno (CHURNGATE_DEBUG=1 shows where)\n",
    });
    const loud = await cli(call, { files, engine: broken, env: { CHURNGATE_DEBUG: "1" } });
    expect(loud.err).toContain("commands.test");
  });
});

describe("churngate.json", () => {
  const objects = {
    "sub/d.json": manifest("a"),
    "sub/l.json": manifest("a", { metadata: { namespace: "demo" } }),
  };
  const call = ["explain", "-f", "d.json", "--live", "l.json"];
  const inSub = (config: string): string => `${folder({ ...objects, "churngate.json": config })}/sub`;

  it("is found upward, and options win over it", async () => {
    const cwd = inSub('{"namespace": "demo", "output": "json"}');
    const { code, out } = await cli(call, { cwd, engine: canned({}) });
    expect([code, JSON.parse(out).objects[0].namespace]).toEqual([0, "demo"]);
    expect((await cli([...call, "-o", "text"], { cwd, engine: canned({}) })).out).toContain(
      "1 object: 1 unchanged",
    );
    expect((await cli([...call, "-n", "other"], { cwd, engine: canned({}) })).err).toContain("demo/a");
  });

  it.each([
    [
      "an unknown property",
      '{\n  "namspace": "demo"\n}',
      '../churngate.json:2:3: there is no property `namspace` here\n2 |   "namspace": "demo"\n      ^\ndid you mean `namespace`?\n',
    ],
    [
      "a wrong type",
      '{"rules": "rules"}',
      '../churngate.json:1:11: expected a list of directories, found a string\n1 | {"rules": "rules"}\n              ^\n',
    ],
    [
      "no JSON",
      '{"rules": [}',
      '../churngate.json:1:12: not JSON: value expected\n1 | {"rules": [}\n               ^\n',
    ],
    ["no object", "[]", "../churngate.json:1:1: expected an object, found a list\n1 | []\n    ^\n"],
  ])("%s is an error with its place", async (_what, config, said) => {
    const { code, err } = await cli(call, { cwd: inSub(config), engine: canned({}) });
    expect([code, err]).toEqual([2, said]);
  });

  it("an unknown mode is an error", async () => {
    const { code, err } = await cli(call, { cwd: inSub('{"mode": "patch"}'), engine: canned({}) });
    expect([code, err.split("\n")[0]]).toEqual([2, "error: --mode patch: not one of replace, apply, merge"]);
  });
});

describe("classify", () => {
  const files = { "a.json": `${manifest("a")}${manifest("b")}${manifest("w", {}, "Widget", "x/v1")}` };

  it("prints each kind with its strategy and why", async () => {
    const { code, out } = await cli(["classify", "-f", "a.json"], { files, engine: engineOf(() => skip) });
    expect(code).toBe(0);
    expect(out).toBe(`ConfigMap (v1)  2 objects  exact  rules/ConfigMap.json:6  Because.
Widget (x/v1)   1 object   exact  no rule: the fallback
`);
  });

  it("prints the same as JSON", async () => {
    const { out } = await cli(["classify", "-f", "a.json", "-o", "json"], {
      files,
      engine: engineOf(() => skip),
    });
    expect(JSON.parse(out).kinds).toEqual([
      {
        apiVersion: "v1",
        kind: "ConfigMap",
        objects: 2,
        strategy: "exact",
        fallback: false,
        rule: { file: "rules/ConfigMap.json", line: 6 },
        why: "Because.",
      },
      { apiVersion: "x/v1", kind: "Widget", objects: 1, strategy: "exact", fallback: true },
    ]);
  });
});

const rule = `{
  "format": 1,
  "group": "apps",
  "kind": "Deployment",
  "strategy": "exact",
  "why": "Its defaults are known.",
  "ignore": [{ "path": "spec.replicas", "why": "scaled by another" }, { "path": "spec.paused", "why": "by hand" }]
}
`;

describe("rules", () => {
  const set = (files: Readonly<Record<string, string>>): string => folder(files);
  const good = { "apps/Deployment.json": rule };

  it("list names them with their files", async () => {
    const dir = set(good);
    const { code, out } = await real(["rules", "list", "--rules", dir, "--no-bundled", "-o", "json"]);
    expect(code).toBe(0);
    expect(JSON.parse(out).rules).toMatchObject([{ group: "apps", kind: "Deployment", strategy: "exact" }]);
  });

  it("show prints each part with its place", async () => {
    const { out } = await real(["rules", "show", "apps/deployment", "--no-bundled", "--rules", set(good)]);
    const lines = out
      .split("\n")
      .map((line) => line.replace(/ {2,}\S*(apps\/Deployment\.json:\d+)$/, " | $1"));
    expect(lines).toContain("  ignore    spec.replicas (scaled by another) | apps/Deployment.json:7");
    expect(lines).toContain("  strategy  exact | apps/Deployment.json:5");
  });

  it("show takes a kind without a rule", async () => {
    const { code, out } = await real(["rules", "show", "networking.k8s.io/NetworkPolicy", "--no-bundled"]);
    expect([code, out.split("\n")[0]]).toEqual([
      0,
      "networking.k8s.io/NetworkPolicy   no rule: the fallback",
    ]);
  });

  it("lint passes a good set", async () => {
    expect(await real(["rules", "lint", set(good), "--no-bundled"])).toEqual({
      code: 0,
      out: "0 errors, 0 warnings\n",
      err: "",
    });
  });

  it("lint shows a wrong path, and exits with 1", async () => {
    const dir = set({ "apps/Deployment.json": rule.replace("spec.replicas", "spec.replica") });
    const { code, out } = await cli(["rules", "lint", dir, "--no-bundled", "-o", "json"]);
    expect(code).toBe(1);
    expect(JSON.parse(out).problems).toMatchObject([
      {
        level: "error",
        code: "unknown-path",
        line: 7,
        hint: "did you mean `spec.replicas`?".replace("spec.", ""),
      },
    ]);
  });

  it("lint --against names the ignores that match nothing", async () => {
    const dir = set({
      ...good,
      "live.json": manifest("a", { spec: { replicas: 3 } }, "Deployment", "apps/v1"),
    });
    const { code, out } = await real([
      "rules",
      "lint",
      dir,
      "--rules",
      dir,
      "--no-bundled",
      "--against",
      `${dir}/live.json`,
      "-o",
      "json",
    ]);
    expect(code).toBe(0);
    expect(JSON.parse(out).unmatched).toMatchObject([{ kind: "Deployment", path: "spec.paused", line: 7 }]);
  });

  it("a rule file with an error is shown with its place", async () => {
    const dir = set({ "apps/Deployment.json": rule.replace('"exact"', '"exakt"') });
    const { code, err } = await real(["rules", "list", "--rules", dir]);
    expect(code).toBe(2);
    expect(err).toMatch(
      /apps\/Deployment\.json:5:15: .*\n5 \| {3}"strategy": "exakt",\n {18}\^\ndid you mean `exact`\?\n$/,
    );
  });
});

it("docs/cli.md shows explain as it prints", async () => {
  const documented = readFileSync("docs/cli.md", "utf8").match(
    /^ {4}\$ churngate explain (.*)\n((?: {4}.*\n)+)/m,
  );
  const words = String(documented?.[1]).split(" ");
  const { out } = await real(["explain", ...words], { cwd: "." });
  expect(out.replaceAll(/^/gm, "    ").trimEnd()).toBe(documented?.[2]?.trimEnd());
}, 30_000);
