import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
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
}

const folder = new URL("../../../schemas/", import.meta.url);
/** The schemas of what people write. */
const names = ["rule", "ruleset", "cases", "facts"].map((name) => `${name}.schema.json`);
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
  const ajv = new Ajv2020({ allowUnionTypes: true, strictRequired: false });
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
  const validate = new Ajv2020({ allowUnionTypes: true, strictRequired: false }).compile(
    schemaOf("rule.schema.json"),
  );
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
