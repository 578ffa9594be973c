import { describe } from "vitest";
import type { JsonObject } from "../../../src/core/json.js";
import { custom, rows, type Settings, stored } from "./helper.js";

/** Items as `name=value`. */
const listOf = (...items: readonly string[]): JsonObject[] =>
  items.map((item) => {
    const [name = "", value = ""] = item.split("=");
    return { name, value };
  });
const items = (...of: readonly string[]): JsonObject => custom({ items: listOf(...of) });
const byName: Settings = { strategy: "exact", lists: [{ path: "spec.items", keys: ["name"] }] };
const ignoring: Settings = { ...byName, ignore: [{ path: "spec.items[name=x*]", why: "another's" }] };
const once: Settings = { ...byName, once: ["spec.items[name=x*]"] };

describe("items that are set aside stay where they stood", () => {
  rows([
    {
      name: "first, between and last",
      desired: items("a=1", "b=2", "c=3"),
      live: stored(items("x1", "x2", "a=1", "x3", "b=1", "c=3", "x4")),
      rule: ignoring,
      is: "write",
      changes: ["spec.items[name=b].value changed"],
      payload: { "/spec/items": listOf("x1", "x2", "a=1", "x3", "b=2", "c=3", "x4") },
    },
    {
      name: "last, where fewer are left before them",
      desired: items("a=1"),
      live: stored(items("a=1", "b=1", "x1", "c=1", "x2")),
      rule: ignoring,
      is: "write",
      changes: ["spec.items[name=b] removed", "spec.items[name=c] removed"],
      payload: { "/spec/items": listOf("a=1", "x1", "x2") },
    },
    {
      name: "before what is added",
      desired: items("a=1", "b=1", "c=1"),
      live: stored(items("a=1", "x1")),
      rule: ignoring,
      is: "write",
      changes: ["spec.items[name=b] added", "spec.items[name=c] added"],
      payload: { "/spec/items": listOf("a=1", "x1", "b=1", "c=1") },
    },
    {
      name: "stated once: live has one",
      desired: items("x1", "x2", "a=2"),
      live: stored(items("a=1", "x9")),
      rule: once,
      is: "write",
      changes: ["spec.items[name=a].value changed"],
      payload: { "/spec/items": listOf("a=2", "x9") },
    },
    {
      name: "stated once: live has none",
      desired: items("a=1", "x1", "x2"),
      live: stored(items("a=1")),
      rule: once,
      is: "write",
      changes: ["spec.items[name=x1] added", "spec.items[name=x2] added"],
      payload: { "/spec/items": listOf("a=1", "x1", "x2") },
    },
  ]);
});
