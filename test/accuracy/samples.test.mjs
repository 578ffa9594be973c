// @ts-check
// The parts of npm run learn:check that need no server.
import { describe, expect, test } from "vitest";
import { defaulted } from "../../tools/learn/defaulted.mjs";
import { sampleOf } from "../../tools/learn/samples.mjs";

describe("objects made of a schema", () => {
  const schema = {
    type: "object",
    properties: {
      spec: {
        type: "object",
        required: ["name"],
        properties: {
          name: { type: "string", pattern: "^[a-z]+$" },
          size: { type: "integer", minimum: 3, default: 5 },
          mode: { type: "string", enum: ["one", "two"] },
          box: { type: "object", properties: { deep: { type: "string", default: "d" } } },
          list: {
            type: "array",
            items: { type: "object", properties: { on: { type: "boolean", default: true } } },
          },
          a: { type: "string" },
          b: { type: "string" },
        },
        oneOf: [{ required: ["a"] }, { required: ["b"] }],
      },
    },
  };
  const made = (/** @type {"minimal" | "empty" | "stated"} */ name) =>
    sampleOf(
      {
        definition: "d",
        apiVersion: "example.com/v1",
        kind: "Thing",
        namespaced: true,
        schema,
        stored: undefined,
      },
      name,
      "default",
    );

  test.each(
    /** @type {const} */ ([
      ["minimal", undefined],
      ["empty", { name: "a", box: {}, list: [{}], a: "a" }],
      ["stated", { name: "a", size: 3, mode: "one", box: { deep: "a" }, list: [{ on: false }], a: "a" }],
    ]),
  )("%s", (name, spec) => expect(made(name).spec).toEqual(spec));

  test("as the server stores them", () => {
    let count = 0;
    const stored = defaulted(made("empty"), schema, () => count++);
    expect(stored.spec).toEqual({ name: "a", size: 5, box: { deep: "d" }, list: [{ on: true }], a: "a" });
    expect(count).toBe(3);
  });
});
