// What the documents of watch and audit have in common is described alike.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isList, isObject, type Json, type JsonObject, valueAt } from "../../../../src/core/json.js";

const watch = schema("watch");
const audit = schema("audit");

/** A schema with its own definitions in their places, and without descriptions. */
function schema(name: string): Json {
  const whole: JsonObject = JSON.parse(readFileSync(`schemas/${name}.schema.json`, "utf8"));
  const inPlace = (part: Json | undefined): Json => {
    if (part === undefined) throw new Error("a member without a value");
    if (isList(part)) return part.map(inPlace);
    if (!isObject(part)) return part;
    const { $ref, ...own } = part;
    const definition = /^#\/\$defs\/(.+)$/.exec(String($ref))?.[1];
    if (definition !== undefined) return inPlace({ ...(at(whole, "$defs", definition) as object), ...own });
    // A property may be named description, too: then it is an object.
    const kept = Object.entries(part).filter(([key, value]) => key !== "description" || isObject(value));
    return Object.fromEntries(kept.map(([key, value]) => [key, inPlace(value)]));
  };
  return inPlace(whole);
}

function at(from: Json, ...keys: readonly string[]): Json {
  const found = isObject(from) ? valueAt(from, keys) : undefined;
  if (found === undefined) throw new Error(`no ${keys.join(".")}`);
  return found;
}

describe("the schemas of watch and audit", () => {
  test.each(["from", "to", "seconds", "writes", "effects", "findings", "paths", "timeline", "forgotten"])(
    "have the same %s",
    (name) => expect(at(audit, "properties", name)).toEqual(at(watch, "properties", name)),
  );

  test.each(["writers", "objects"])("have the same of %s, and audit has more", (name) => {
    const row = ["properties", name, "items", "properties"];
    expect(at(audit, ...row)).toMatchObject(at(watch, ...row) as object);
  });

  test("have no note of one code", () => {
    const codesOf = (document: Json): Json[] => {
      const notes = at(document, "properties", "notes", "items", "oneOf");
      return isList(notes) ? notes.map((note) => at(note, "properties", "code", "const")) : [];
    };
    expect([codesOf(watch).length, codesOf(audit).length]).toEqual([4, 8]);
    expect(codesOf(watch).filter((code) => codesOf(audit).includes(code))).toEqual([]);
  });
});
