import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { loadEngine } from "../../../src/cli/load-engine.js";
import type { JsonObject } from "../../../src/core/json.js";
import { definitionOf } from "../../custom-resource-definition.js";
import { cli, folder } from "./helper.js";

const definition = definitionOf({
  group: "example.com",
  kind: "Widget",
  plural: "widgets",
  subresources: { status: {} },
  schema: {
    properties: {
      spec: {
        type: "object",
        required: ["id"],
        properties: {
          id: { type: "string", "x-kubernetes-validations": [{ rule: "self == oldSelf" }] },
          size: { type: "integer", default: 3, "x-kubernetes-validations": [{ rule: "self.fits(oldSelf)" }] },
          tags: { type: "array", items: { type: "string" } },
        },
      },
    },
  },
});
const gadget = definitionOf({ group: "example.com", kind: "Gadget", plural: "gadgets", schema: {} });
const crds = [definition, gadget].map((each) => JSON.stringify(each)).join("\n");
const files = {
  "crd.json": JSON.stringify(definition),
  "both.json": crds,
  "pod.json": '{"apiVersion":"v1","kind":"Pod"}',
};

const schema: unknown = JSON.parse(readFileSync("schemas/learn.schema.json", "utf8"));

const NAMES = ["Widget.cases.json", "Widget.facts.json", "Widget.json"];

describe("learn -f", () => {
  it("says what was learned and what was not, and how to write it", async () => {
    const { code, out, err } = await cli(["learn", "-f", "crd.json"], { files });
    expect([code, err]).toEqual([0, ""]);
    expect(out).toBe(`Widget (example.com/v1)
  learned        7 fields, 1 default, 1 immutable; 2 types
  not found out  what admission webhooks and policies change or refuse
                 which changes of spec.size this rule refuses: self.fits(oldSelf)
  rule           exact: What the server fills in and drops is known from its CustomResourceDefinition (v1), so that a removed field can be seen.

1 kind; --out DIR writes a rule, facts and cases of each
`);
  });

  it("writes a rule set that lints and tests clean, and explains a write", async () => {
    const live = {
      apiVersion: "example.com/v1",
      kind: "Widget",
      metadata: { name: "a" },
      spec: { id: "1", size: 3, tags: ["x", "y"] },
    };
    const desired = { ...live, spec: { id: "1", tags: ["x"] } };
    const cwd = folder({
      ...files,
      "live.json": JSON.stringify(live),
      "desired.json": JSON.stringify(desired),
    });
    const options = { cwd, factory: loadEngine };
    const { code, out } = await cli(["learn", "-f", "crd.json", "--out", "rules"], options);
    expect([code, readdirSync(join(cwd, "rules/example.com"))]).toEqual([0, NAMES]);
    expect(out).toContain("created    rules/example.com/Widget.json\n");
    expect(await cli(["rules", "lint", "rules"], options)).toMatchObject({
      code: 0,
      out: "0 errors, 0 warnings\n",
    });
    expect(await cli(["rules", "test", "rules"], options)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^6 cases in 1 table: 6 passed, 0 failed/),
    });
    const explained = await cli(
      ["explain", "-f", "desired.json", "--live", "live.json", "--rules", "rules"],
      options,
    );
    expect(explained.out).toMatch(/WRITE {4}exact {2}\S*rules\/example.com\/Widget.json:6\n/);
    expect(explained.out).toContain("- spec.tags[1]");
    expect(explained.out).toContain("1 server default");
  });

  it("leaves a file with another content alone, and all others too, unless told otherwise", async () => {
    const cwd = folder(files);
    const call = (...words: string[]) => cli(["learn", ...words, "--out", "rules"], { cwd });
    await call("-f", "crd.json");
    const before = readFileSync(join(cwd, "rules/example.com/Widget.facts.json"), "utf8");
    writeFileSync(join(cwd, "crd.json"), JSON.stringify(definition).replace('"default":3', '"default":4'));
    const refused = await call("-f", "crd.json", "-f", "both.json");
    expect(refused.err).toContain("Widget of example.com/v1 is defined twice");
    writeFileSync(
      join(cwd, "both.json"),
      `${readFileSync(join(cwd, "crd.json"), "utf8")}${JSON.stringify(gadget)}`,
    );
    const left = await call("-f", "both.json");
    expect([left.code, left.out]).toEqual([2, ""]);
    expect(left.err).toMatch(
      /error: rules\/example.com\/Widget\S+ is there with another content, and 1 more/,
    );
    expect(readdirSync(join(cwd, "rules/example.com"))).toEqual(NAMES);
    expect((await call("-f", "both.json", "--overwrite")).out).toContain(
      "replaced   rules/example.com/Widget.facts.json\n",
    );
    expect(readFileSync(join(cwd, "rules/example.com/Widget.facts.json"), "utf8")).not.toBe(before);
    expect(await call("-f", "both.json")).toMatchObject({
      code: 0,
      out: expect.stringContaining("unchanged  rules/example.com/Widget.json\n"),
    });
  });

  it.each<[name: string, file: string, text: string]>([
    [
      "a rule",
      "Widget.json",
      '{"format":1,"group":"example.com","kind":"Widget","strategy":"hash","why":"so"}',
    ],
    ["facts", "Widget.facts.json", '{"kinds":[],"types":{}}'],
    ["cases beside no rule", "Widget.cases.json", '{"base":{},"cases":[]}'],
    ["what is no JSON", "Widget.json", "{"],
  ])("overwrites nothing that it did not write: %s", async (_, file, text) => {
    const name = `rules/example.com/${file}`;
    const cwd = folder({ ...files, [name]: text });
    const { code, out, err } = await cli(["learn", "-f", "crd.json", "--out", "rules", "--overwrite"], {
      cwd,
    });
    expect([code, out]).toEqual([2, ""]);
    expect(err).toBe(
      `error: ${name} is not as learn wrote it; nothing was written\nChoose another --out, and stack the two sets with --rules; or remove the file.\n`,
    );
    expect(readdirSync(join(cwd, "rules/example.com"))).toEqual([file]);
    expect(readFileSync(join(cwd, name), "utf8")).toBe(text);
  });

  it("overwrites no rule that was learned and then added to", async () => {
    const cwd = folder(files);
    const call = (...words: string[]) =>
      cli(["learn", "-f", "crd.json", "--out", "rules", ...words], { cwd });
    await call();
    const file = join(cwd, "rules/example.com/Widget.json");
    const rule = JSON.parse(readFileSync(file, "utf8")) as object;
    writeFileSync(file, JSON.stringify({ ...rule, ignore: [{ path: "spec.size", why: "ours" }] }));
    expect((await call("--overwrite")).err).toContain("Widget.json is not as learn wrote it");
  });

  it("does not take a file for a directory", async () => {
    const { code, out, err } = await cli(["learn", "-f", "crd.json", "--out", "crd.json"], { files });
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain("error: crd.json is a file, not a directory\n");
  });

  it("writes nothing where one of the definitions is wrong", async () => {
    const wrong = JSON.stringify(
      definitionOf({
        group: "example.com",
        kind: "Bad",
        plural: "bads",
        schema: { properties: { a: { type: "file" } } },
      }),
    );
    const cwd = folder({ ...files, "more.json": `${crds}\n${wrong}` });
    const { code, err } = await cli(["learn", "-f", "more.json", "--out", "rules"], { cwd });
    expect([code, existsSync(join(cwd, "rules"))]).toEqual([2, false]);
    expect(err).toBe(
      "more.json:3: bads.example.com: spec.versions[0].schema.openAPIV3Schema.properties.a.type: it is one of object, array, string, boolean, integer, number\nNo API server takes this: correct it, or export it anew (kubectl get crd NAME -o yaml).\n",
    );
  });

  it.skipIf(process.getuid?.() === 0)("writes nothing where one file cannot be written", async () => {
    const cwd = folder(files);
    mkdirSync(join(cwd, "rules"));
    chmodSync(join(cwd, "rules"), 0o500);
    const { code, err } = await cli(["learn", "-f", "crd.json", "--out", "rules"], { cwd });
    expect([code, err]).toEqual([2, expect.stringContaining("cannot be written (EACCES)")]);
  });

  it("takes the kinds that are named", async () => {
    const kindsOf = async (...names: string[]) => {
      const { out, code } = await cli(["learn", ...names, "-f", "both.json", "-o", "json"], { files });
      return [code, (JSON.parse(out) as { kinds: { kind: string }[] }).kinds.map(({ kind }) => kind)];
    };
    expect(await kindsOf("widgets.example.com")).toEqual([0, ["Widget"]]);
    expect(await kindsOf("gadget")).toEqual([0, ["Gadget"]]);
    expect(await kindsOf("Widget.example.com", "Sprocket")).toEqual([2, ["Widget"]]);
    expect(await kindsOf("Widget.example.org")).toEqual([2, []]);
  });

  it("says where the kinds stand, where -f took one for a file", async () => {
    const { code, err } = await cli(["learn", "-f", "both.json", "Gadget"], { files });
    expect(code).toBe(2);
    expect(err).toContain("Gadget: no such file or directory\n");
    expect(err).toContain("Name the kinds before -f: churngate learn Gadget -f crd.yaml.\n");
    expect((await cli(["learn", "-f", "none.yaml"], { files })).err).not.toContain("before -f");
    expect((await cli(["learn", "--help"], { files })).out).toContain("stand before -f");
  });

  it("says no more of other objects where a cluster is named and a file cannot be read", async () => {
    const words = ["learn", "-f", "pod.json", "-f", "none.yaml", "--context", "dev"];
    const { code, err } = await cli(words, { files });
    expect([code, err]).toEqual([2, "none.yaml: no such file or directory\n"]);
  });

  it("passes over what stands beside definitions, and says what to do where there is none", async () => {
    const beside = await cli(["learn", "-f", "crd.json", "-f", "pod.json"], { files });
    expect([beside.code, beside.err]).toEqual([
      0,
      "note: 1 other object passed over: no CustomResourceDefinition\n",
    ]);
    const alone = await cli(["learn", "-f", "pod.json"], { files });
    expect([alone.code, alone.out]).toEqual([2, ""]);
    expect(alone.err).toContain("pod.json:1: a Pod of v1 is no CustomResourceDefinition\n");
  });

  it.each([
    ["nothing", [], "error: nothing to learn from is named"],
    ["a file that is not there", ["-f", "none.yaml"], "none.yaml: no such file or directory"],
    [
      "another output",
      ["-f", "crd.json", "-o", "table"],
      "error: --output table: not one of text, json, yaml",
    ],
  ])("%s: an error", async (_, words, message) => {
    const { code, out, err } = await cli(["learn", ...words], { files });
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(message);
  });

  it("prints a document: what was learned, what not, and the files", async () => {
    const { code, out } = await cli(["learn", "-f", "crd.json", "-o", "json"], { files });
    const document = JSON.parse(out) as JsonObject & {
      kinds: (JsonObject & { files: Record<string, string> })[];
    };
    expect([code, document.format, document.errors, document.written]).toEqual([0, "learn/1", [], []]);
    expect(document.kinds[0]).toMatchObject({
      group: "example.com",
      kind: "Widget",
      versions: ["v1"],
      source: "its CustomResourceDefinition (v1)",
      learned: { fields: 7, defaults: 1, immutable: 1 },
      unknowns: [
        { code: "admission" },
        { code: "transition-rule", path: "spec.size", rule: "self.fits(oldSelf)" },
      ],
    });
    const validate = new Ajv2020({ strict: false }).compile(schema as object);
    expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
    expect(Object.keys(document.kinds[0]?.files ?? {}).sort()).toEqual(
      NAMES.map((name) => `example.com/${name}`),
    );
    const { out: yaml } = await cli(["learn", "-f", "crd.json", "-o", "yaml", "--out", "rules"], { files });
    expect(yaml).toContain("result: created\n");
  });

  it("refuses a typed object that was printed", async () => {
    const printed = JSON.stringify(definition).replace('"default":3', '"_default":3');
    const { code, err } = await cli(["learn", "-f", "crd.json"], { files: { "crd.json": printed } });
    expect(code).toBe(2);
    expect(err).toContain("size: _default is no keyword of a schema");
    expect(err).toContain("pass toWire(definition)");
  });

  it("learns of each definition in a List", async () => {
    const list = JSON.stringify({ apiVersion: "v1", kind: "List", items: [definition, gadget] });
    const { out } = await cli(["learn", "-f", "list.json"], { files: { "list.json": list } });
    expect(out).toContain("2 kinds; --out DIR");
  });

  it("reads YAML as kubectl does", async () => {
    const cwd = folder({
      "crd.yaml": `kind: CustomResourceDefinition\napiVersion: apiextensions.k8s.io/v1\nmetadata: {name: a.b.c}\nspec: {group: b.c, names: {kind: A}, scope: Cluster, versions: [{name: v1, served: on, storage: yes, schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {count: {type: integer, default: 0777}}}}}}}]}`,
    });
    await cli(["learn", "-f", "crd.yaml", "--out", "rules"], { cwd });
    const facts = readFileSync(join(cwd, "rules/b.c/A.facts.json"), "utf8");
    expect(JSON.parse(facts).types["b.c/v1.A.Spec"].fields.count).toEqual({ type: "integer", default: 511 });
  });
});

describe("a kind that has a rule already", () => {
  const application = definitionOf({
    group: "argoproj.io",
    kind: "Application",
    plural: "applications",
    schema: {
      properties: {
        spec: { type: "object", properties: { project: { type: "string", default: "own" } } },
        status: { type: "object", properties: { phase: { type: "string" } } },
      },
    },
  });
  const rule = {
    format: 1,
    group: "example.com",
    kind: "Widget",
    strategy: "exact",
    why: "by hand",
    ignore: [{ path: "spec.tags", why: "another's" }],
  };
  const given = {
    ...files,
    "app.json": JSON.stringify(application),
    "own/example.com/Widget.json": JSON.stringify(rule),
  };
  const ruleIn = (cwd: string, file: string): unknown => JSON.parse(readFileSync(join(cwd, file), "utf8"));

  it.each([
    ["a bundled one", "app.json", "rules/argoproj.io/Application.json", []],
    ["one of --rules", "crd.json", "rules/example.com/Widget.json", ["--rules", "own"]],
  ])("is extended by what adds nothing, and its facts are new: %s", async (_, file, written, more) => {
    const cwd = folder(given);
    const options = { cwd, factory: loadEngine };
    const stacked = more.map((word) => (word === "own" ? join(cwd, "own") : word));
    const { code, out, err } = await cli(["learn", "-f", file, "--out", "rules", ...stacked], options);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain("rule           extends the one that there is, which stays as it is\n");
    expect(Object.keys(ruleIn(cwd, written) as object).sort()).toEqual([
      "$schema",
      "extends",
      "format",
      "group",
      "kind",
    ]);
    const sets = [...stacked, "--rules", join(cwd, "rules")];
    expect(await cli(["rules", "lint", "rules", ...stacked], options)).toMatchObject({ code: 0 });
    expect(await cli(["rules", "test", "rules", ...stacked], options)).toMatchObject({ code: 0 });
    const kind = written.split("/")[2]?.replace(".json", "") ?? "";
    const shown = await cli(["rules", "show", kind, ...sets], options);
    expect(shown.out).toContain("ignore");
    const again = await cli(["learn", "-f", file, "--out", "rules", ...sets, "--overwrite"], options);
    expect([again.code, again.out]).toEqual([0, expect.stringContaining(`unchanged  ${written}\n`)]);
  });

  it("keeps the bundled ignores and fills in the defaults of the definition", async () => {
    const live = {
      apiVersion: "argoproj.io/v1",
      kind: "Application",
      metadata: { name: "a" },
      spec: { project: "own" },
      status: { phase: "done" },
    };
    const desired = { ...live, spec: {}, status: { phase: "none" } };
    const cwd = folder({
      ...given,
      "live.json": JSON.stringify(live),
      "desired.json": JSON.stringify(desired),
    });
    const options = { cwd, factory: loadEngine };
    await cli(["learn", "-f", "app.json", "--out", "rules"], options);
    const words = ["explain", "-f", "desired.json", "--live", "live.json", "--rules", "rules"];
    expect((await cli(words, options)).out).toContain(
      "skip     exact  nothing to write; 1 server default, 1 ignored passed over",
    );
  });
});
