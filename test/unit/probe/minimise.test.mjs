// The fewest paths that say what was seen of every place: tools/probe/minimise.mjs.
import { describe, expect, test } from "vitest";
import { minimise } from "../../../tools/probe/minimise.mjs";

/** One object was asked: what fits what was seen at each path. */
const known = (/** @type {Record<string, "free" | "fixed" | undefined>} */ seen) =>
  Object.entries(seen).map(([path, freedom]) => ({
    path,
    says: [freedom === undefined ? undefined : [freedom]],
    absent: [false],
  }));

const found = (/** @type {Record<string, "free" | "fixed" | undefined>} */ seen) =>
  minimise(known(seen), { own: () => [], others: [], pairs: [] }, 1).map(
    ({ mark, path }) => `${mark} ${path}`,
  );

describe("the fewest paths", () => {
  test("a struct of which every field is fixed is one path", () => {
    expect(found({ spec: undefined, "spec.a": "fixed", "spec.b": "fixed" })).toEqual(["immutable spec"]);
  });

  test("one free field in it is an exception", () => {
    const seen = {
      spec: undefined,
      "spec.a": "fixed",
      "spec.b": "fixed",
      "spec.c": "free",
      "spec.d": "fixed",
    };
    expect(found(/** @type {never} */ (seen)).sort()).toEqual(["immutable spec", "mutable spec.c"]);
  });

  test("one fixed field among free ones stands alone", () => {
    const seen = { spec: undefined, "spec.a": "fixed", "spec.b": "free", "spec.c": "free" };
    expect(found(/** @type {never} */ (seen))).toEqual(["immutable spec.a"]);
  });

  test("nothing is said where all is free", () => {
    expect(found({ "spec.a": "free" })).toEqual([]);
  });
});
