import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { loadEngine } from "../../../src/cli/load-engine.js";
import type { JsonObject } from "../../../src/core/json.js";
import { definitionOf } from "../../cluster/custom-resource-definition.js";
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
    const cwd = folder({ ...files, "rules/example.com/Widget.json": "{}" });
    const call = (...more: string[]) => cli(["learn", "-f", "both.json", "--out", "rules", ...more], { cwd });
    const refused = await call();
    expect([refused.code, refused.out]).toEqual([2, ""]);
    expect(refused.err).toContain("error: rules/example.com/Widget.json is there with another content");
    expect(readdirSync(join(cwd, "rules/example.com"))).toEqual(["Widget.json"]);
    expect((await call("--overwrite")).out).toContain("replaced   rules/example.com/Widget.json\n");
    const again = await call();
    expect([again.code, again.out]).toEqual([
      0,
      expect.stringContaining("unchanged  rules/example.com/Widget.json\n"),
    ]);
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

  it("reads YAML as kubectl does", async () => {
    const cwd = folder({
      "crd.yaml": `kind: CustomResourceDefinition\napiVersion: apiextensions.k8s.io/v1\nmetadata: {name: a.b.c}\nspec: {group: b.c, names: {kind: A}, scope: Cluster, versions: [{name: v1, served: on, storage: yes, schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {count: {type: integer, default: 0777}}}}}}}]}`,
    });
    await cli(["learn", "-f", "crd.yaml", "--out", "rules"], { cwd });
    const facts = readFileSync(join(cwd, "rules/b.c/A.facts.json"), "utf8");
    expect(JSON.parse(facts).types["b.c/v1.A.Spec"].fields.count).toEqual({ type: "integer", default: 511 });
  });
});
