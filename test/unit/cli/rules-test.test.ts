import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadEngine } from "../../../src/cli/load-engine.js";
import { type CallOptions, cli, folder, type Outcome } from "./helper.js";

const rule = `{
  "format": 1,
  "group": "apps",
  "kind": "Deployment",
  "strategy": "exact",
  "why": "So.",
  "ignore": [{ "path": "spec.replicas", "why": "scaled by another" }, { "path": "spec.paused", "why": "paused by hand" }]
}
`;
const TABLE = "apps/Deployment.cases.json";

const base = `"base": { "apiVersion": "apps/v1", "kind": "Deployment", "metadata": { "name": "a" }, "spec": { "minReadySeconds": 5 } }`;
const table = (cases: string, stated = ""): string => `{ ${stated}
  ${base},
  "cases": [
${cases}
  ]
}
`;

const failing = table(`    { "name": "steady", "verdict": "skip" },
    { "name": "scaled",  "live": { "spec": { "replicas": 3 } }, "verdict": "skip" },
    {
      "name": "another wait",
      "live": { "spec": { "minReadySeconds": 6, "revisionHistoryLimit": 1 } },
      "verdict": "skip",
      "reason": "equal",
      "changes": ["spec.minReadySeconds", "spec.template"],
      "payload": { "spec.minReadySeconds": 6, "spec.paused": null }
    }`);

async function test(dir: string, words: readonly string[] = [], options: CallOptions = {}): Promise<Outcome> {
  const call = ["rules", "test", dir, "--no-bundled", ...words];
  const { out, ...rest } = await cli(call, { ...options, factory: loadEngine });
  return { ...rest, out: out.replaceAll(/[^\s"]*apps\//g, "apps/") };
}

const set = (cases: string, more: Readonly<Record<string, string>> = {}): string =>
  folder({ "apps/Deployment.json": rule, [TABLE]: cases, ...more });
const tableIn = (dir: string): string => readFileSync(join(dir, TABLE), "utf8");

describe("rules test", () => {
  it("shows what failed as a diff of decisions, and exits with 1", async () => {
    expect(await test(set(failing))).toEqual({
      code: 1,
      err: "",
      out: `FAILED  apps/Deployment.cases.json:6: another wait   (- wanted, + got)
  verdict   wanted skip, got write
  reason    wanted equal, got differs
  changes   - spec.template
            + spec.revisionHistoryLimit
              spec.minReadySeconds
  payload   - spec.minReadySeconds = 6
            + spec.minReadySeconds = 5
              spec.paused = null
warning: apps/Deployment.cases.json: no case has the ignored spec.paused
3 cases in 1 table: 2 passed, 1 failed
`,
    });
  });

  it("shows the same as JSON", async () => {
    const { code, out } = await test(set(failing), ["-o", "json"]);
    expect([code, JSON.parse(out)]).toMatchObject([
      1,
      {
        format: "rule-test/1",
        tables: [
          {
            kind: "Deployment",
            cases: [
              { name: "steady", line: 4, column: 5, passed: true, mismatches: [] },
              { name: "scaled", line: 5, passed: true },
              {
                line: 6,
                passed: false,
                mismatches: [
                  { property: "verdict", wanted: "skip", got: "write" },
                  { property: "reason", wanted: "equal", got: "differs" },
                  { property: "changes", got: ["spec.minReadySeconds", "spec.revisionHistoryLimit"] },
                  { property: "payload", got: ["spec.minReadySeconds = 5", "spec.paused = null"] },
                ],
              },
            ],
            unmatched: ["spec.paused"],
          },
        ],
      },
    ]);
    expect(JSON.parse(out)).not.toHaveProperty("updated");
    expect(out).not.toContain("outcome");
  });

  it("is coloured on a terminal", async () => {
    const { out } = await test(set(failing), [], { terminal: true });
    expect(out).toContain("\u001b[32m+ spec.revisionHistoryLimit\u001b[39m");
    expect(out).toContain("\u001b[31m- spec.template\u001b[39m");
  });

  it("a case that states no decision fails, and says what came", async () => {
    const { code, out } = await test(set(table(`    { "name": "new" }`)));
    expect(code).toBe(1);
    expect(out).toContain(
      "Deployment.cases.json:4: new\n  verdict   not stated, got skip\n  reason    not stated, got equal\n",
    );
    expect(out).toContain("1 failed   (--update states decisions that are not stated)\n");
  });

  it("values of a Secret are not shown", async () => {
    const secret = `{ "base": { "apiVersion": "v1", "kind": "Secret", "metadata": { "name": "a" }, "data": { "a": "aHVzaA==" } },
      "cases": [{ "name": "n", "live": null, "verdict": "create", "payload": { "data.a": "bm8=", "data.b": null } }] }`;
    const dir = folder({ "core/Secret.cases.json": secret });
    for (const format of ["text", "json"]) {
      const { code, out } = await test(dir, ["-o", format]);
      expect(code).toBe(1);
      expect(out).toMatch(/data\.a = <secret sha256:\w+>/);
      expect(out).not.toMatch(/aHVzaA|bm8=/);
    }
  });

  const unowned = (stated: string): string =>
    set(
      table(
        `{ "name": "somebody else's", "applied": null, "verdict": "write", "reason": "not-owned" },
        { "name": "paused", "live": { "spec": { "paused": true } }, "verdict": "skip" }`,
        stated,
      ),
    );

  it.each([
    ["a table's own mode", '"mode": "apply",', [], 0],
    [
      "the table's before the command's",
      '"mode": "replace",',
      ["--mode", "apply", "--field-manager", "m"],
      1,
    ],
    ["the command's, where the table has none", "", ["--mode", "apply", "--field-manager", "m"], 0],
    ["replace, where neither names one", "", [], 1],
  ])("decides in %s", async (_what, stated, options, code) => {
    const ran = await test(unowned(stated), options);
    expect([ran.code, ran.err]).toEqual([code, ""]);
    expect(ran.out).toMatch(code === 0 ? /: 2 passed, 0 failed\n$/ : /: 1 passed, 1 failed\n$/);
  });
});

describe("rules test --only", () => {
  it.each([
    [["deployment"], 3],
    [["anOther w*t"], 1],
    [["stead", "scaled"], 2],
    [["*"], 3],
    [["s"], 2],
    [["Deploy*"], 3],
  ])("%j", async (patterns, count) => {
    const { out } = await test(
      set(failing),
      patterns.flatMap((each) => ["--only", each]),
    );
    expect(out).toMatch(new RegExp(`^${count} cases? in 1 table: `, "m"));
  });

  it.each(["Deploy", "stea.y", "nothing"])("%s: no case", async (pattern) => {
    const { code, err } = await test(set(failing), ["--only", pattern]);
    expect([code, err.split("\n")[0]]).toEqual([
      2,
      `error: --only ${pattern}: no case has this kind, or this in its name`,
    ]);
  });

  it("leaves tables without such a case out, and updates no other case", async () => {
    const other = failing.replaceAll("Deployment", "DaemonSet");
    const both = failing.replace(`"verdict": "skip" },`, `"verdict": "write" },`);
    const dir = set(both, { "apps/DaemonSet.cases.json": other });
    const { code, out } = await test(dir, ["--only", "steady", "--only", "DaemonSet", "--update"]);
    expect([code, out.split("\n").at(-2)]).toEqual([0, "4 cases in 2 tables: 4 passed, 0 failed"]);
    expect(tableIn(dir)).toBe(failing);
  });
});

describe("rules test --update", () => {
  it("makes failing cases state what came, and leaves all else as it is", async () => {
    const dir = set(`\uFEFF${failing}`);
    chmodSync(join(dir, TABLE), 0o640);
    const { code, out } = await test(dir, ["--update"]);
    expect(out).toBe(`updated apps/Deployment.cases.json:6: another wait   (- was, + now)
  verdict   was skip, now write
  reason    was equal, now differs
  changes   - spec.template
            + spec.revisionHistoryLimit
              spec.minReadySeconds
  payload   - spec.minReadySeconds = 6
            + spec.minReadySeconds = 5
              spec.paused = null
warning: apps/Deployment.cases.json: no case has the ignored spec.paused
apps/Deployment.cases.json: 1 case updated
3 cases in 1 table: 3 passed, 0 failed
`);
    expect(code).toBe(0);
    expect(tableIn(dir)).toBe(
      `\uFEFF${failing}`
        .replace(`"skip",\n      "reason": "equal"`, `"write",\n      "reason": "differs"`)
        .replace(
          `["spec.minReadySeconds", "spec.template"]`,
          `["spec.minReadySeconds", "spec.revisionHistoryLimit"]`,
        )
        .replace(`"spec.minReadySeconds": 6, "spec.p`, `"spec.minReadySeconds": 5, "spec.p`),
    );
    expect(statSync(join(dir, TABLE)).mode & 0o777).toBe(0o640);
    expect(readdirSync(join(dir, "apps")).sort()).toEqual(["Deployment.cases.json", "Deployment.json"]);
    expect((await test(dir, ["--update"])).out).toMatch(
      /^warning: .*\n3 cases in 1 table: 3 passed, 0 failed\n$/,
    );
  });

  it("states decisions that are not stated", async () => {
    const dir = set(
      table(`    { "name": "new" },\n    { "name": "paused", "live": { "spec": { "minReadySeconds": 1 } } }`),
    );
    const { code, out } = await test(dir, ["--update", "-o", "json"]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      tables: [{ cases: [{ passed: true }, { passed: true }] }],
      updated: [
        {
          name: "new",
          line: 4,
          mismatches: [
            { property: "verdict", got: "skip" },
            { property: "reason", got: "equal" },
          ],
        },
        { name: "paused", line: 5 },
      ],
      refused: [],
    });
    expect(tableIn(dir)).toBe(
      table(`    { "name": "new", "verdict": "skip", "reason": "equal" },
    { "name": "paused", "live": { "spec": { "minReadySeconds": 1 } }, "verdict": "write", "reason": "differs", "changes": ["spec.minReadySeconds"] }`),
    );
  });

  it("says what it cannot state, and updates the rest", async () => {
    const dir = set(
      table(`    { "name": "other name", "live": { "metadata": { "name": "b" } } },
    { "name": "several", "desired": { "metadata": { "labels": { "x/a": "1", "x/b": "2" } } }, "verdict": "write", "payload": { "metadata.labels[x/*]": "1" } },
    { "name": "new" }`),
    );
    const before = tableIn(dir);
    const { code, out } = await test(dir, ["--update"]);
    expect(code).toBe(1);
    expect(out).toMatch(
      /other name\n {2}cannot be decided: .*\n {2}not updated: there is no decision to state\n/,
    );
    expect(out).toContain(
      "  not updated: the payload has several values at metadata.labels[x/*], and a case states one a path\n",
    );
    expect(out).toContain("3 cases in 1 table: 1 passed, 2 failed");
    expect(tableIn(dir)).toBe(before.replace(`"new"`, `"new", "verdict": "skip", "reason": "equal"`));
  });

  it("writes nothing where a rule is wrong, even where only lint sees it", async () => {
    const dir = set(failing, { "apps/Deployment.json": rule.replace("spec.replicas", "spec.replica") });
    const { code, out, err } = await test(dir, ["--update"]);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain("Deployment.json:7:");
    expect(tableIn(dir)).toBe(failing);
  });

  it("writes nothing where a table cannot be read", async () => {
    const dir = set(failing, {
      "apps/DaemonSet.cases.json": `{ ${base}, "cases": [{ "name": "n", "verdikt": "skip" }] }`,
    });
    const { code, err } = await test(dir, ["--update"]);
    expect([code, tableIn(dir)]).toEqual([2, failing]);
    expect(err).toMatch(/DaemonSet\.cases\.json:1:\d+: there is no property `verdikt` here/);
  });

  it("writes through a link", async () => {
    const dir = set(failing);
    renameSync(join(dir, TABLE), join(dir, "table"));
    symlinkSync("../table", join(dir, TABLE));
    expect((await test(dir, ["--update"])).code).toBe(0);
    expect(lstatSync(join(dir, TABLE)).isSymbolicLink()).toBe(true);
    expect(tableIn(dir)).not.toBe(failing);
  });

  it("leaves a file that cannot be written as it is", async () => {
    const dir = set(failing);
    mkdirSync(join(dir, `${TABLE}.${process.pid}.tmp`));
    const { code, err } = await test(dir, ["--update"]);
    expect([code, tableIn(dir)]).toEqual([2, failing]);
    expect(err).toMatch(/Deployment\.cases\.json cannot be written \(EEXIST\); it is as it was/);
  });
});
