import { expect, it } from "vitest";
import { scrub } from "../../../src/cli/cluster/scrub.js";
import type { JsonObject } from "../../../src/core/json.js";

const rows: readonly (readonly [
  what: string,
  text: string,
  fields: JsonObject,
  kind: string,
  said: string,
])[] = [
  ["a value", "got hunter2!", { stringData: { p: "hunter2" } }, "Secret", "got <secret>!"],
  ["a value within a word", "gothunter2!", { stringData: { p: "hunter2" } }, "Secret", "got<secret>!"],
  ["a short value by itself", "data: a: ab", { stringData: { p: "a" } }, "Secret", "data: <secret>: ab"],
  ["what is encoded, decoded", "got hunter2", { data: { p: "aHVudGVyMg==" } }, "Secret", "got <secret>"],
  ["what is encoded", "got aHVudGVyMg==", { data: { p: "aHVudGVyMg==" } }, "Secret", "got <secret>"],
  ["a number", "Value:123", { stringData: { p: 123 } }, "Secret", "Value:<secret>"],
  ["a quoted value", 'got "a\\"bcd"', { stringData: { p: 'a"bcd' } }, "Secret", 'got "<secret>"'],
  [
    "signs that mean something in a pattern",
    "got a.b*(c",
    { stringData: { p: "a.b*(c" } },
    "Secret",
    "got <secret>",
  ],
  ["the longer of two", "got abcdef", { stringData: { p: "abcd", q: "abcdef" } }, "Secret", "got <secret>"],
  ["an empty value", "got nothing", { stringData: { p: "" } }, "Secret", "got nothing"],
  ["nothing of other kinds", "got hunter2", { data: { p: "hunter2" } }, "ConfigMap", "got hunter2"],
];

it.each(rows)("leaves out %s", (_what, text, fields, kind, said) => {
  const object = { apiVersion: "v1", kind, metadata: { name: "s" }, ...fields };
  const manifest = { object, apiVersion: "v1", kind, name: "s", namespace: undefined, file: "f", line: 1 };
  expect(scrub(text, manifest)).toBe(said);
});
