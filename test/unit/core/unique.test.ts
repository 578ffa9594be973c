import { expect, test } from "vitest";
import type { Json } from "../../../src/core/json.js";
import { LeafNode } from "../../../src/core/walk/leaf.js";
import { Slot } from "../../../src/core/walk/slot.js";
import { shutOutBy } from "../../../src/core/walk/unique.js";

const slot = (): Slot => new Slot(new LeafNode("plain"), { zero: "" });
const fields = new Map([
  ["name", slot()],
  ["zone", slot()],
]);
const name = { name: "name", fields };
const zone = { name: "zone", fields };
const byName = { fields: [name], alone: false } as const;
const alone = { fields: [name], alone: true } as const;
const byBoth = { fields: [name, zone], alone: false } as const;

test.each([
  { is: "another name", unique: byName, item: { name: "a" }, others: [{ name: "b" }], out: false },
  { is: "the name", unique: byName, item: { name: "a" }, others: [{ name: "b" }, { name: "a" }], out: true },
  { is: "no name on either side", unique: byName, item: {}, others: [{}], out: false },
  { is: "an empty name", unique: byName, item: { name: "" }, others: [{ name: "" }], out: false },
  { is: "no name, alone", unique: alone, item: {}, others: [{ name: "a" }], out: true },
  { is: "no name, alone, nothing beside it", unique: alone, item: {}, others: [], out: false },
  { is: "beside one without a name, alone", unique: alone, item: { name: "a" }, others: [{}], out: true },
  { is: "another name, alone", unique: alone, item: { name: "a" }, others: [{ name: "b" }], out: false },
  { is: "one of two", unique: byBoth, item: { name: "a", zone: "x" }, others: [{ name: "a" }], out: false },
  {
    is: "both",
    unique: byBoth,
    item: { name: "a", zone: "x" },
    others: [{ zone: "x", name: "a" }],
    out: true,
  },
  { is: "no object", unique: alone, item: "a", others: [{}], out: false },
  { is: "beside no object", unique: alone, item: { name: "a" }, others: ["a", null], out: false },
])("$is: shut out $out", ({ unique, item, others, out }) => {
  expect(shutOutBy([unique], others as readonly Json[])(item)).toBe(out);
});

test("one of several is enough", () => {
  expect(shutOutBy([byBoth, byName], [{ name: "a", zone: "y" }])({ name: "a", zone: "x" })).toBe(true);
  expect(shutOutBy([], [{ name: "a" }])({ name: "a" })).toBe(false);
});
