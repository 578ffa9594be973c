import { describe, expect, it } from "vitest";
import { InputError, readManifests } from "../../../src/cli/input/index.js";
import type { JsonObject } from "../../../src/core/json.js";
import { folder } from "./helper.js";

type Files = Readonly<Record<string, string | Uint8Array>>;

async function read(files: Files, names: readonly string[] = Object.keys(files), recursive = false) {
  const stdin = async (): Promise<Uint8Array> => new TextEncoder().encode(String(files["-"] ?? ""));
  return readManifests(names, { cwd: folder(files), recursive, stdin });
}

const x = "apiVersion: v1\nkind: Foo\nmetadata: {name: x}\n";
const y = x.replace("name: x", 'name: "y"');
const json = (name: string): string => `{"apiVersion":"v1","kind":"Foo","metadata":{"name":"${name}"}}`;

const several: readonly (readonly [what: string, text: string, names: readonly string[]])[] = [
  ["two documents", `${x}---\n${y}`, ["x", "y"]],
  ["a comment behind the marker", `${x}--- # next\n${y}`, ["x", "y"]],
  ["empty documents", `---\n---\n${x}---\n# nothing\n---\n`, ["x"]],
  ["a directive", `%YAML 1.1\n---\n${x}`, ["x"]],
  ["an end marker", `${x}...\n---\n${y}`, ["x", "y"]],
  ["a byte order mark", `\ufeff${x}`, ["x"]],
  ["Windows line ends", `${x}---\n${y}`.replaceAll("\n", "\r\n"), ["x", "y"]],
  ["a marker inside a block of text", `${x}data:\n  a: |\n    ---\n    b\n`, ["x"]],
  ["one JSON object", json("x"), ["x"]],
  ["JSON objects behind each other", `${json("x")}${json("y")}\n${json("z")}`, ["x", "y", "z"]],
  ["braces in JSON text", `${json("x").replace('"v1"', '"v1","a":"}{\\"]"')}${json("y")}`, ["x", "y"]],
  ["a List", `apiVersion: v1\nkind: List\nitems: [${json("x")}, ${json("y")}]\n`, ["x", "y"]],
  [
    "a List in a List",
    `{"apiVersion":"v1","kind":"List","items":[{"apiVersion":"v1","kind":"List","items":[${json("x")}]}]}`,
    ["x"],
  ],
  ["a List without items", '{"apiVersion":"v1","kind":"List"}', []],
  ["a typed list", '{"apiVersion":"v1","kind":"FooList","items":[{"metadata":{"name":"x"}}]}', ["x"]],
  ["a kind that only ends in List", '{"apiVersion":"v1","kind":"AllowList","metadata":{"name":"x"}}', ["x"]],
];

describe("objects of a file", () => {
  it.each(several)("%s", async (_what, text, names) => {
    const { manifests } = await read({ "a.yaml": text });
    expect(manifests.map((each) => each.name)).toEqual(names);
  });

  it("names the line that each object starts at", async () => {
    const { manifests } = await read({
      "a.yaml": `# one\n${x}---\n\n${y}`,
      "b.json": `\n${json("p")}\n\n${json("q")}`,
    });
    expect(manifests.map(({ file, line }) => `${file}:${line}`)).toEqual([
      "a.yaml:2",
      "a.yaml:7",
      "b.json:2",
      "b.json:4",
    ]);
  });

  it("gives an item of a typed list the kind that it leaves out", async () => {
    const { manifests } = await read({
      "a.json": '{"apiVersion":"v1","kind":"ConfigMapList","items":[{"metadata":{"name":"x"}}]}',
    });
    expect(manifests[0]).toMatchObject({ apiVersion: "v1", kind: "ConfigMap" });
  });

  it("reads UTF-16 with a byte order mark", async () => {
    const { manifests } = await read({ "a.yaml": Buffer.from(`\ufeff${x}`, "utf16le") });
    expect(manifests.map((each) => each.name)).toEqual(["x"]);
  });
});

async function spec(text: string): Promise<unknown> {
  const { manifests, errors } = await read({ "a.yaml": text });
  if (errors[0]) throw errors[0];
  return manifests[0]?.object.spec;
}

const values: readonly (readonly [what: string, yaml: string, value: unknown])[] = [
  ["an anchor", "spec: {a: &v 5, b: *v}", { a: 5, b: 5 }],
  [
    "keys that are no text",
    'spec: {1: a, on: b, 0x10: c, 1.50: d, "q": e, 2020-01-01: f}',
    { 1: "a", true: "b", 16: "c", 1.5: "d", q: "e", "2020-01-01": "f" },
  ],
  ["a merge below a key", "x: &a {p: 1, q: 2}\nspec:\n  <<: *a\n  p: 3", { p: 3, q: 2 }],
  [
    "a merge above a key, which wins as in kubectl",
    "x: &a {p: 1, q: 2}\nspec:\n  p: 3\n  <<: [*a, {q: 5, r: 6}]",
    { p: 1, q: 2, r: 6 },
  ],
  ["a quoted merge key", 'x: &a {p: 1}\nspec:\n  "<<": *a', { "<<": { p: 1 } }],
  ["a tab behind a colon", "spec:\n  a:\t1", { a: 1 }],
  ["an unknown tag", "spec: !foo {a: 1}", { a: 1 }],
  ["a set", "spec: !!set {a, b}", { a: null, b: null }],
  ["a timestamp", "spec: 2020-01-01T00:00:00Z", "2020-01-01T00:00:00Z"],
  ["binary", "spec: !!binary aGk=", "hi"],
  ["folded text", "spec: >-\n  a\n  b", "a b"],
];

describe("YAML values", () => {
  it.each(values)("%s", async (_what, yaml, value) => {
    expect(await spec(`${x}${yaml}\n`)).toEqual(value);
  });

  it.each([
    ["a.yaml", `${x}spec: {__proto__: {a: 1}, constructor: 5, toString: q}\n`],
    [
      "a.json",
      json("x").replace('"kind"', '"spec":{"__proto__":{"a":1},"constructor":5,"toString":"q"},"kind"'),
    ],
    [
      "b.json",
      json("x").replace(
        '"kind"',
        '"n":9007199254740993,"spec":{"__proto__":{"a":1},"constructor":5,"toString":"q"},"kind"',
      ),
    ],
  ])("keeps special keys as data: %s", async (file, text) => {
    const { manifests } = await read({ [file]: text });
    const found = manifests[0]?.object.spec as JsonObject;
    expect(Object.entries(found)).toEqual([
      ["__proto__", { a: 1 }],
      ["constructor", 5],
      ["toString", "q"],
    ]);
    expect(Object.getPrototypeOf(found)).toBe(Object.prototype);
  });
});

const integers: readonly (readonly [text: string, value: unknown])[] = [
  ["9007199254740991", 9007199254740991],
  ["9007199254740992", 9007199254740992n],
  ["9007199254740993", 9007199254740993n],
  ["-9223372036854775808", -9223372036854775808n],
  ["9223372036854775807", 9223372036854775807n],
  ["9223372036854775808", 2 ** 63],
  ["1234567890123456.5", 1234567890123456.5],
  ["12345678901234567e2", Number("12345678901234567e2")],
];

describe("integers are exact as far as the server holds them", () => {
  it.each(integers)("%s in JSON", async (text, value) => {
    const { manifests } = await read({
      "a.json": json("x").replace('"kind"', `"s":"1234567890123456789","spec":[${text}],"kind"`),
    });
    expect(manifests[0]?.object).toMatchObject({ spec: [value], s: "1234567890123456789" });
  });

  it.each(integers)("%s in YAML", async (text, value) => {
    expect(await spec(`${x}spec: [${text}]\n`)).toEqual([value]);
  });
});

const deepList = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
const bomb = [
  "a: &a [x,x,x,x,x,x,x,x,x,x]",
  ..."bcdefghi".split("").map((name, index) => {
    const below = `*${"abcdefgh"[index]}`;
    return `${name}: &${name} [${Array(10).fill(below).join(",")}]`;
  }),
].join("\n");

const bad: readonly (readonly [what: string, text: string | Uint8Array, code: string, place: string])[] = [
  ["no YAML", "a: b: c\n", "bad-yaml", "1:4"],
  ["no JSON", '{"a": 1,}', "bad-json", "1:9"],
  ["YAML in braces, which kubectl reads as JSON", "{apiVersion: v1}", "bad-json", "1:2"],
  ["JSON that ends early", '{"a": {"b": 1', "bad-json", "1:14"],
  ["text behind JSON", `${json("x")}\nhello`, "bad-json", "2:1"],
  ["a tab as indentation", `${x}spec:\n\ta: 1\n`, "bad-yaml", "5:1"],
  ["a scalar", "hello\n", "not-an-object", "1"],
  ["a list", "- a\n", "not-an-object", "1"],
  ["a JSON list", `[${json("x")}]`, "not-an-object", "1"],
  ["no kind", "apiVersion: v1\nmetadata: {name: x}\n", "no-kind", "1"],
  ["a kind that is a number", "apiVersion: v1\nkind: 5\n", "no-kind", "1"],
  ["no apiVersion", "kind: Foo\n", "no-kind", "1"],
  ["a null in a List", "apiVersion: v1\nkind: List\nitems: [null]\n", "not-an-object", "1"],
  ["a name that is a boolean", "apiVersion: v1\nkind: Foo\nmetadata: {name: yes}\n", "bad-metadata", "1"],
  ["metadata that is text", "apiVersion: v1\nkind: Foo\nmetadata: hi\n", "bad-metadata", "1"],
  ["a key twice", `${x}spec:\n  a: 1\n  b: 2\n  a: 3\n`, "duplicate-key", "7:3"],
  ["a key twice, as number and text", `${x}spec: {1: x, "1": y}\n`, "duplicate-key", "4:14"],
  ["a null key", `${x}spec: {~: a}\n`, "bad-key", "4:8"],
  ["a list as key", `${x}spec: {[a]: b}\n`, "bad-key", "4:8"],
  ["infinity", `${x}---\n${x}spec: .inf\n`, "bad-number", "8:7"],
  ["a number beyond doubles in JSON", '{"apiVersion":"v1","kind":"Foo","a":1e400}', "bad-number", "1"],
  ["an unknown anchor", `${x}spec: *nope\n`, "bad-yaml", "4:7"],
  ["an anchor within itself", `${x}spec: &a\n  b: *a\n`, "bad-yaml", "5:6"],
  ["a bad tag", `${x}spec: !!int abc\n`, "bad-tag", "4:13"],
  ["a control character", `${x}spec: "a\u0000b"\n`, "bad-yaml", "4:9"],
  ["bytes that are not UTF-8", Buffer.from("a: 1\nb: \xff\n", "latin1"), "not-text", "2"],
  ["an alias bomb", `${x}${bomb}\n`, "too-many-aliases", "4:14"],
  ["JSON 10,000 levels deep", `{"apiVersion":"v1","kind":"Foo","a":${deepList(10_000)}}`, "too-deep", "1"],
  [
    "such JSON with a long integer",
    `{"apiVersion":"v1","kind":"Foo","b":9007199254740993,"a":${deepList(10_000)}}`,
    "too-deep",
    "1",
  ],
  ["such JSON that is wrong", `{"apiVersion":"v1","kind":"Foo","a":${deepList(10_000)}]}`, "bad-json", "1:1"],
  ["flow YAML 10,000 levels deep", `${x}a: ${deepList(10_000)}\n`, "too-deep", "1"],
  ["block YAML 10,000 levels deep", `${x}a:\n  ${"- ".repeat(10_000)}\n`, "too-deep", "1"],
  ["YAML 600 levels deep", `${x}a: ${deepList(600)}\n`, "too-deep", "4:504"],
  ["a YAML document of 9 MB", `${x}a: |\n${"  0123456789\n".repeat(700_000)}`, "too-large", "1"],
  ["nothing", "", "no-manifests", ""],
  ["only a comment", "# hi\n---\n", "no-manifests", ""],
];

describe("hostile input is an InputError", () => {
  it.each(bad)("%s", async (_what, text, code, place) => {
    const { errors } = await read({ "a.yaml": text });
    const found = errors.map((error) => [error.code, [error.line, error.column].filter(Boolean).join(":")]);
    expect(found).toEqual([[code, place]]);
  });

  it("points at the place with a caret, controls escaped", async () => {
    const { errors } = await read({ "a.yaml": `${x}spec: {a: "\u009b31m", a: 2}\n` });
    expect(errors[0]?.frame).toBe('4 | spec: {a: "\\u009b31m", a: 2}\n                           ^');
  });

  it("cuts a long line around the caret", async () => {
    const { errors } = await read({
      "a.yaml": `${x}spec: {k: 1, a${"x".repeat(500)}: 1, k: 2}\n`,
    });
    expect(errors[0]?.frame?.split("\n").map((line) => line.length)).toEqual([70, 66]);
  });

  it("never shows a line of a Secret", async () => {
    const { errors } = await read({
      "a.yaml": "apiVersion: v1\nkind: Secret\nstringData: {a: hunter2, a: hunter3}\n",
    });
    expect(errors[0]).toMatchObject({ code: "duplicate-key", line: 3, frame: undefined });
    expect(String(errors[0]?.message)).not.toContain("hunter");
  });
});

describe("files and directories", () => {
  const tree = {
    "d/b.yml": y,
    "d/a.yaml": x,
    "d/c.json": json("z"),
    "d/notes.txt": "no",
    "d/e/f.yaml": x.replace("name: x", "name: deep"),
  };

  it("reads a directory's manifests by name", async () => {
    expect((await read(tree, ["d"])).manifests.map((each) => each.name)).toEqual(["x", "y", "z"]);
  });

  it("reads below it with -R", async () => {
    expect((await read(tree, ["d"], true)).manifests.map((each) => each.name)).toEqual([
      "x",
      "y",
      "z",
      "deep",
    ]);
  });

  it("reads standard input", async () => {
    const { manifests } = await read({ "-": x }, ["-"]);
    expect(manifests.map(({ name, file }) => [name, file])).toEqual([["x", "standard input"]]);
  });

  it("reads names with commas between them", async () => {
    expect((await read(tree, ["d/a.yaml,d/b.yml"])).manifests.map((each) => each.name)).toEqual(["x", "y"]);
  });

  it.each([
    ["a missing file", {}, "nope.yaml", "not-found"],
    ["a file as a directory", { a: x }, "a/b.yaml", "not-found"],
    ["a directory without manifests", { "d/readme.md": "" }, "d", "no-manifests"],
    ["an address", {}, "https://example.com/a.yaml", "not-found"],
  ])("%s is an error", async (_what, files, name, code) => {
    expect((await read(files as Files, [name])).errors.map((error) => error.code)).toEqual([code]);
  });

  it("goes on behind a bad file", async () => {
    const { manifests, errors } = await read({ "a.yaml": "a: b: c", "b.yaml": x }, ["a.yaml", "b.yaml"]);
    expect(manifests.map((each) => each.name)).toEqual(["x"]);
    expect(errors[0]).toBeInstanceOf(InputError);
  });
});
