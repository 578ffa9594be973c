import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TYPES } from "../../../src/cli/config-file.js";
import { validators } from "../../../src/generated/validate.js";

interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly type?: string | readonly string[];
  readonly additionalProperties?: unknown;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly enumDescriptions?: readonly string[];
}

const folder = new URL("../../../schemas/", import.meta.url);
/** The schemas of what people write. */
const names = ["rule", "ruleset", "cases", "churngate", "facts"].map((name) => `${name}.schema.json`);

/** What Visual Studio Code's language server reads besides, and a validator passes over. */
const FOR_EDITORS = ["markdownDescription", "enumDescriptions", "defaultSnippets"];

function validator(): Ajv2020 {
  const ajv = new Ajv2020({ allowUnionTypes: true, strictRequired: false });
  return ajv.addVocabulary(FOR_EDITORS);
}
const schemaOf = (name: string): Schema & { $id: string } =>
  JSON.parse(readFileSync(new URL(name, folder), "utf8"));

/** Every property of a schema with its JSON pointer. */
function* properties(schema: Schema, pointer: string): Generator<[pointer: string, schema: Schema]> {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    yield [`${pointer}/properties/${name}`, property];
    yield* properties(property, `${pointer}/properties/${name}`);
  }
  if (schema.items) yield* properties(schema.items, `${pointer}/items`);
  for (const [name, definition] of Object.entries(schema.$defs ?? {}))
    yield* properties(definition, `${pointer}/$defs/${name}`);
}

describe.each(names)("%s", (name) => {
  const schema = schemaOf(name);
  const ajv = validator();
  ajv.addSchema(schema);

  test.each([...properties(schema, "")])(
    "%s is described, and its examples are right",
    (pointer, property) => {
      expect(property.description).toMatch(/\.$/);
      expect(property.examples?.length).toBeGreaterThan(0);
      const validate = ajv.getSchema(`${schema.$id}#${pointer.replaceAll("$", "%24")}`);
      for (const example of property.examples ?? []) {
        expect(validate?.(example), JSON.stringify(validate?.errors)).toBe(true);
      }
    },
  );
});

/** Every object of a schema that says which properties it has. */
function* objects(schema: Schema): Generator<Schema> {
  if (schema.properties) yield schema;
  for (const inner of [...Object.values(schema.properties ?? {}), ...Object.values(schema.$defs ?? {})])
    yield* objects(inner);
  if (schema.items) yield* objects(schema.items);
}

describe.each(names.filter((name) => name !== "facts.schema.json"))("%s", (name) => {
  const schema = schemaOf(name);

  test("says of each property that may be left out what holds then", () => {
    const silent = [...objects(schema)].flatMap(({ properties = {}, required = [] }) =>
      Object.entries(properties).filter(
        ([property, { description = "", default: value }]) =>
          !required.includes(property) && value === undefined && !/ Left out: .*\.$/.test(description),
      ),
    );
    expect(silent.map(([property]) => property)).toEqual([]);
  });

  test("says what each value of an enumeration means, and has defaults that are values", () => {
    for (const [pointer, { enum: values, enumDescriptions, default: value }] of properties(schema, "")) {
      expect(enumDescriptions?.length, pointer).toBe(values?.length);
      for (const said of enumDescriptions ?? []) expect(said).toMatch(/\.$/);
      if (values !== undefined && value !== undefined) expect(values).toContain(value);
    }
  });

  test("has examples that are right", () => {
    const validate = validator().compile(schema);
    expect(schema.examples?.length).toBe(1);
    for (const each of schema.examples ?? [])
      expect(validate(each), JSON.stringify(validate.errors)).toBe(true);
  });
});

test("churngate.schema.json has the properties that the command line takes", async () => {
  const { properties = {} } = schemaOf("churngate.schema.json");
  expect(Object.keys(properties).sort()).toEqual(Object.keys(TYPES).sort());
  const words: Readonly<Record<string, string>> = {
    boolean: "true or false",
    integer: "a number",
    array: "a list of directories",
  };
  for (const [name, { type }] of Object.entries(properties)) {
    expect(TYPES[name as keyof typeof TYPES], name).toBe(words[String(type)] ?? "a string");
  }
});

const path = fc.constantFrom("spec", "spec.a", "a[*]", "", 1);
const entry = fc.oneof(
  path,
  fc.record(
    { path, why: fc.constantFrom("w", "", null), remove: fc.constantFrom(true, false) },
    { requiredKeys: [] },
  ),
);
const rule = fc.record(
  {
    format: fc.constantFrom(1, 2, "1"),
    group: fc.constantFrom("", "apps", null),
    kind: fc.constantFrom("A", "", "__proto__"),
    extends: fc.constantFrom(true, false),
    strategy: fc.constantFrom("exact", "hash", "none"),
    versions: fc.array(fc.constantFrom("v1", "v2", "")),
    fields: fc.array(entry, { maxLength: 3 }),
    ignore: fc.array(entry, { maxLength: 3 }),
    hash: fc.record(
      { annotation: fc.constantFrom("a", ""), drift: fc.constantFrom("none", "all") },
      { requiredKeys: [] },
    ),
    overrides: fc.array(
      fc.record(
        { match: fc.record({ name: fc.constantFrom("a", "") }, { requiredKeys: [] }), once: fc.array(entry) },
        { requiredKeys: [] },
      ),
      { maxLength: 2 },
    ),
    unknown: fc.constant(1),
  },
  { requiredKeys: [] },
);

test("the compiled schema answers as the schema does", () => {
  const validate = validator().compile(schemaOf("rule.schema.json"));
  fc.assert(
    fc.property(rule, (value) => {
      expect(validators().rule(value)).toBe(validate(value));
    }),
    { numRuns: 2000 },
  );
});

test("a rule file with everything in it is right", () => {
  const schema = schemaOf("rule.schema.json");
  const everything = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, property]) => [name, property.examples?.[0]]),
  );
  expect(validators().rule(everything)).toBe(true);
});
