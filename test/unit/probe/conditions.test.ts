// The fewest paths of several objects: conditions that tell them apart, and changes in one way only.
import { describe, expect, test } from "vitest";
import { minimise } from "../../../tools/probe/minimise.mjs";
import type { Condition, Freedom, Known } from "../../../tools/probe/types.js";

/** A letter an object: f free, x fixed, + only adding, - only removing, ? nobody could be asked. */
const SAYS: Readonly<Record<string, readonly Freedom[] | undefined>> = {
  f: ["free"],
  x: ["fixed"],
  "+": ["adding"],
  "-": ["removing"],
  "?": undefined,
};

const known = (says: Readonly<Record<string, string>>): readonly Known[] =>
  Object.entries(says).map(([path, letters]) => ({
    path,
    says: [...letters].map((letter) => SAYS[letter]),
    absent: [...letters].map(() => false),
  }));

/** Holds of the objects that have a 1. */
const conditions = (from: Readonly<Record<string, string>>): readonly Condition[] =>
  Object.entries(from).map(([path, holds]) => ({
    when: { path, exists: true },
    holds: [...holds].map((digit) => digit === "1"),
  }));

const pathsOf = ({ when }: Condition): readonly string[] => [when ?? []].flat().map(({ path }) => path);

interface Row {
  readonly name: string;
  readonly says: Readonly<Record<string, string>>;
  readonly own?: Readonly<Record<string, string>>;
  readonly others?: Readonly<Record<string, string>>;
  readonly pairs?: Readonly<Record<string, string>>;
  /** The mark, the way if any, the path, and what the condition is on. */
  readonly finds: readonly string[];
}

const rows: readonly Row[] = [
  {
    name: "an exception in an exception",
    says: {
      "spec.a": "x",
      "spec.b": "x",
      "spec.c": "x",
      "spec.d.e": "f",
      "spec.d.f": "f",
      "spec.d.g": "f",
      "spec.d.h": "x",
    },
    finds: ["immutable spec", "mutable spec.d", "immutable spec.d.h"],
  },
  {
    name: "a struct of which most is unknown is not named for one field",
    says: { "spec.a": "x", "spec.b": "?", "spec.c": "?", "spec.d": "?", "spec.e": "?", "spec.f": "?" },
    finds: ["immutable spec.a"],
  },
  {
    name: "items of a list have no path of their own",
    says: { "spec.items[*].name": "x", "spec.items[*].size": "x", "spec.items[*].more": "f" },
    finds: ["immutable spec.items[*].name", "immutable spec.items[*].size"],
  },
  {
    name: "a condition that tells the objects apart",
    says: { data: "fx", more: "fx" },
    others: { immutable: "01" },
    finds: ["immutable data when immutable", "immutable more when immutable"],
  },
  {
    name: "the place's own presence before another condition",
    says: { "spec.node": "fx", "spec.other": "ff" },
    own: { "spec.node": "01" },
    others: { unrelated: "01" },
    finds: ["immutable spec.node when spec.node"],
  },
  {
    name: "two conditions together",
    says: { "spec.a": "xxxx", "spec.b": "xxxx", "spec.c": "xxfx", "spec.d": "xxfx" },
    others: { suspended: "0011", started: "0101" },
    pairs: { both: "0010" },
    finds: ["immutable spec", "mutable spec.c when both", "mutable spec.d when both"],
  },
  {
    name: "without a condition that fits, nothing is blocked that the server takes",
    says: { data: "fx" },
    finds: [],
  },
  {
    name: "one way, within what may not change",
    says: {
      "spec.a": "x",
      "spec.b": "x",
      "spec.list": "+",
      "spec.list[*].key": "x",
      "spec.list[*].seconds": "f",
    },
    finds: ["immutable spec", "mutable adding spec.list", "mutable spec.list[*].seconds"],
  },
  {
    name: "one way, where all else may change",
    says: { "spec.a": "f", "spec.list": "-" },
    finds: ["immutable spec.list", "mutable removing spec.list"],
  },
];

describe("the fewest paths of several objects", () => {
  test.each(rows.map((row) => [row.name, row] as const))("%s", (_, row) => {
    const { says, own = {}, others = {}, pairs = {}, finds } = row;
    const candidates = {
      own: (path: string) => conditions(own).filter((each) => pathsOf(each).includes(path)),
      others: conditions(others),
      pairs: conditions(pairs),
    };
    const objects = Object.values(says)[0]?.length ?? 0;
    const entries = minimise(known(says), candidates, objects).map(({ mark, only, path, condition }) =>
      [
        mark,
        ...(only === undefined ? [] : [only]),
        path,
        ...pathsOf(condition).map((on) => `when ${on}`),
      ].join(" "),
    );
    expect(entries).toEqual(finds);
  });
});
