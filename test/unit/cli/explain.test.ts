import { describe, expect, it } from "vitest";
import { loadEngine } from "../../../src/cli/load-engine.js";
import { type Canned, canned, cli, engineOf, manifest, skip } from "./helper.js";

const differs = { code: "differs" } as const;
const write: Canned = {
  verdict: "write",
  mode: "replace",
  strategy: "exact",
  reason: differs,
  changes: [{ path: "data.a", pointer: "/data/a", live: "1", desired: "2", reason: { code: "changed" } }],
};
const create: Canned = { verdict: "create", strategy: "exact", reason: { code: "not-found" } };
const blocked: Canned = {
  verdict: "blocked",
  strategy: "exact",
  reason: { code: "immutable" },
  changes: [{ path: "spec.a", pointer: "/spec/a", live: 1, desired: 2, reason: { code: "immutable" } }],
  recreate: ["spec.a"],
};
const engine = canned({ w: write, c: create, b: blocked, s: skip });

const files = (desired: readonly string[], live = desired) => ({
  "d.json": desired.map((name) => manifest(name)).join("\n"),
  "l.json": live.map((name) => manifest(name)).join("\n"),
});
const call = ["explain", "-f", "d.json", "--live", "l.json"];

const codes: readonly (readonly [what: string, desired: readonly string[], code: number, summary: string])[] =
  [
    ["nothing to write", ["s"], 0, "1 object: 1 unchanged"],
    ["something to write", ["s", "w", "b"], 1, "3 objects: 1 to write, 1 unchanged, 1 blocked"],
    ["something to create", ["c"], 1, "1 object: 1 to create"],
    ["only blocked", ["s", "b"], 3, "2 objects: 1 unchanged, 1 blocked"],
  ];

describe("explain ends with", () => {
  it.each(codes)("%s", async (_what, desired, code, summary) => {
    const outcome = await cli(call, { files: files(desired), engine });
    expect(outcome.out.trimEnd().split("\n").at(-1)).toBe(summary);
    expect([outcome.code, outcome.err]).toEqual([code, ""]);
  });
});

describe("explain says what would tell more", () => {
  const plain: Canned = { ...write, reason: { code: "no-rule", fallback: "exact" } };
  const called = async (kind: string, apiVersion: string, decision: Canned, ...words: string[]) => {
    const text = ["p", "q"].map((name) => manifest(name, {}, kind, apiVersion)).join("\n");
    const given = { files: { "d.json": text, "l.json": text }, engine: canned({ p: decision, q: decision }) };
    return (await cli([...call, ...words], given)).out;
  };
  const hint =
    "no facts of Widget.x.example (`churngate learn Widget.x.example` finds out what the server fills in)\n";

  it("once for a kind without rule and facts", async () => {
    expect((await called("Widget", "x.example/v1", plain)).split(hint)).toHaveLength(2);
  });
  it.each([
    ["a kind with a rule", "Widget", "x.example/v1", write],
    [
      "another fallback",
      "Widget",
      "x.example/v1",
      { ...plain, reason: { code: "no-rule", fallback: "observed" } },
    ],
    ["no group", "Widget", "v1", plain],
    [
      "what need not be written",
      "Widget",
      "x.example/v1",
      { verdict: "skip", strategy: "exact", reason: { code: "no-rule", fallback: "exact" } },
    ],
  ] as const)("not for %s", async (_what, kind, apiVersion, decision) => {
    expect(await called(kind, apiVersion, decision)).not.toContain("no facts");
  });
  it("not for a kind with facts", async () => {
    const [desired, live] = [{ replicas: 1 }, { replicas: 2 }].map((spec) =>
      manifest("a", {}, "Deployment", "apps/v1").replace(/}$/, `,"spec":${JSON.stringify(spec)}}`),
    );
    const given = { files: { "d.json": desired ?? "", "l.json": live ?? "" }, factory: loadEngine };
    const { out } = await cli([...call, "--no-bundled"], given);
    expect(out).toContain("no rule for this kind: fallback exact");
    expect(out).not.toContain("no facts");
  });
  it("in no document", async () => {
    expect(await called("Widget", "x.example/v1", plain, "-o", "json")).not.toContain("no facts");
  });
});

const errors: readonly (readonly [what: string, desired: string, live: string, said: string])[] = [
  [
    "another version",
    manifest("a", {}, "Foo", "x/v1"),
    manifest("a", {}, "Foo", "x/v2"),
    "d.json:1: Foo a: desired is x/v1, live is x/v2",
  ],
  [
    "the same object twice",
    `${manifest("a")}\n${manifest("a")}`,
    manifest("a"),
    "d.json:2: ConfigMap a: the same object stands at d.json:1 already",
  ],
  [
    "no name",
    '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"generateName":"a-"}}',
    manifest("q"),
    "d.json:1: ConfigMap: it has no metadata.name, so no live object can be its own",
  ],
  [
    "a namespace that only live has",
    manifest("a"),
    manifest("a", { metadata: { namespace: "demo" } }),
    "d.json:1: ConfigMap a: desired names no namespace; live is in demo",
  ],
  ["a file that is wrong", "{", manifest("a"), "d.json:1:2: close brace expected"],
];

describe("explain reports, and exits with 2 for", () => {
  it.each(errors)("%s", async (_what, desired, live, said) => {
    const { code, err } = await cli(call, {
      files: { "d.json": desired, "l.json": live },
      engine: canned({}),
    });
    expect([code, err.split("\n")[0]]).toEqual([2, said]);
  });

  it("one bad object, beside the others", async () => {
    const desired = `${manifest("s")}\n${manifest("s")}\n${manifest("w")}`;
    const { code, out } = await cli(call, { files: { "d.json": desired, "l.json": manifest("s") }, engine });
    expect([code, out.trimEnd().split("\n").at(-1)]).toEqual([
      2,
      "2 objects: 1 to write, 1 unchanged, 1 failed".replace("2 objects", "3 objects"),
    ]);
  });

  it("live that cannot be read, since it would look like creations", async () => {
    const { code, out } = await cli(call, { files: { "d.json": manifest("w") }, engine });
    expect([code, out]).toEqual([2, ""]);
  });
});

describe("explain pairs", () => {
  const seen = async (desired: string, live: string, more: readonly string[] = []): Promise<unknown[]> => {
    const found: unknown[] = [];
    const spy = engineOf((d, l) => {
      found.push([d.metadata, l?.metadata]);
      return skip;
    });
    await cli([...call, ...more], { files: { "d.json": desired, "l.json": live }, engine: spy });
    return found;
  };
  const inDemo = { metadata: { namespace: "demo" } };

  it("fills -n in where a namespaced kind has no namespace", async () => {
    expect(await seen(manifest("a"), manifest("a", inDemo), ["-n", "demo"])).toEqual([
      [
        { name: "a", namespace: "demo" },
        { name: "a", namespace: "demo" },
      ],
    ]);
  });

  it("not for a kind without namespaces", async () => {
    const object = manifest("a", {}, "Namespace");
    expect(await seen(object, object, ["-n", "demo"])).toEqual([[{ name: "a" }, { name: "a" }]]);
  });

  it("for an unknown kind only where live has one", async () => {
    const one = manifest("a", {}, "Widget", "x/v1");
    expect(await seen(one, manifest("a", inDemo, "Widget", "x/v1"), ["-n", "demo"])).toEqual([
      [
        { name: "a", namespace: "demo" },
        { name: "a", namespace: "demo" },
      ],
    ]);
    expect(await seen(one, one, ["-n", "demo"])).toEqual([[{ name: "a" }, { name: "a" }]]);
  });

  it("the live object of desired's version among several", async () => {
    const live = `${manifest("a", {}, "Foo", "x/v2")}\n${manifest("a", { metadata: { uid: "1" } }, "Foo", "x/v1")}`;
    expect(await seen(manifest("a", {}, "Foo", "x/v1"), live)).toEqual([
      [{ name: "a" }, { name: "a", uid: "1" }],
    ]);
  });

  it("nothing where live has nothing, and notes what live has besides", async () => {
    const { code, err } = await cli(call, { files: files(["c"], ["q"]), engine });
    expect([code, err]).toEqual([1, "note: live has what desired does not name: ConfigMap q\n"]);
  });

  it("and says what it takes to compare with the server's own answer", async () => {
    const unobserved: Canned = { ...write, strategy: "observed", reason: { code: "not-observed" } };
    const { code, out, err } = await cli(call, { files: files(["o"]), engine: canned({ o: unobserved }) });
    expect([code, err]).toEqual([
      1,
      "note: 1 object is compared with the server's own answer (strategy observed): without --live, explain asks for it by a dry run\n",
    ]);
    expect(out).toContain("no answer of the server is remembered");
  });

  it("with no live object at all, and says so", async () => {
    const { code, err } = await cli(call, { files: { "d.json": manifest("c"), "l.json": "" }, engine });
    expect([code, err]).toEqual([1, "note: no object is in --live, so each would be created\n"]);
  });

  it("with an empty List of live objects", async () => {
    const { code } = await cli(call, {
      files: { "d.json": manifest("c"), "l.json": '{"apiVersion":"v1","kind":"List","items":[]}' },
      engine,
    });
    expect(code).toBe(1);
  });
});

describe("explain prints", () => {
  it("text, in columns", async () => {
    const { out } = await cli(call, { files: files(["s", "w", "b"]), engine });
    expect(out).toBe(`s  ConfigMap (v1)  skip     exact  nothing to write
w  ConfigMap (v1)  WRITE    exact  rules/ConfigMap.json:6
  ~ data.a  "1" -> "2"
b  ConfigMap (v1)  BLOCKED  exact  spec.a is immutable: recreate, or take it out of desired
  ! spec.a  1 -> 2   (immutable: live's value stays)
3 objects: 1 to write, 1 unchanged, 1 blocked
`);
  });

  it("JSON", async () => {
    const passed = [{ path: "spec.x", live: 9007199254740993n, by: { code: "default" } }] as const;
    const told = canned({ w: { ...write, passed } });
    const { out } = await cli([...call, "-o", "json", "-v"], { files: files(["w"]), engine: told });
    expect(out).toContain('"live": 9007199254740993,');
    expect(JSON.parse(out)).toEqual({
      format: "decision/1",
      objects: [
        {
          apiVersion: "v1",
          kind: "ConfigMap",
          name: "w",
          verdict: "write",
          mode: "replace",
          strategy: "exact",
          reason: { code: "differs" },
          rule: { file: "rules/ConfigMap.json", line: 6 },
          changes: [
            { path: "data.a", pointer: "/data/a", live: "1", desired: "2", reason: { code: "changed" } },
          ],
          passed: [{ path: "spec.x", live: Number("9007199254740993"), by: { code: "default" } }],
          payload: { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "w" } },
        },
      ],
      errors: [],
      summary: { objects: 1, write: 1, create: 0, skip: 0, blocked: 0, errors: 0 },
    });
  });

  it("YAML that reads back as the same", async () => {
    const told = canned({
      w: {
        ...write,
        body: { a: "on", b: "0777", c: "0o17", d: "2020-01-01", e: 9007199254740993n, f: "1:30" },
      },
    });
    const { out } = await cli([...call, "-o", "yaml"], { files: files(["w"]), engine: told });
    expect(out).toContain(`    payload:
      a: "on"
      b: "0777"
      c: "0o17"
      d: "2020-01-01"
      e: 9007199254740993
      f: "1:30"
`);
  });

  it("colours when told to, and not where NO_COLOR is set", async () => {
    const options = { files: files(["w"]), engine, terminal: true };
    expect((await cli(call, options)).out).toContain("\u001b[");
    expect((await cli([...call, "--color", "never"], options)).out).not.toContain("\u001b[");
    expect((await cli(call, { ...options, env: { NO_COLOR: "1" } })).out).not.toContain("\u001b[");
    expect((await cli([...call, "--color", "always"], { ...options, terminal: false })).out).toContain(
      "\u001b[",
    );
  });
});
