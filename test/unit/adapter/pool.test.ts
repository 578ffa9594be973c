import { expect, test } from "vitest";
import { eachOrFirstError } from "../../../src/adapter/pool.js";

test("a task that fails is the last to be started, and those under way come to their end first", async () => {
  const started: number[] = [];
  const ended: number[] = [];
  const failing = eachOrFirstError([1, 2, 3, 4, 5], 2, async (item) => {
    started.push(item);
    if (item === 2) throw new Error("two");
    await Promise.resolve();
    await Promise.resolve();
    ended.push(item);
  });
  await expect(failing).rejects.toThrow("two");
  expect([started, ended]).toEqual([[1, 2], [1]]);
});

test("the first error counts, and more than none are run at once", async () => {
  const failing = eachOrFirstError(["a", "b"], 2, async (item) => {
    throw new Error(item);
  });
  await expect(failing).rejects.toThrow("a");
  await expect(eachOrFirstError(["a"], 0, async () => {})).rejects.toThrow("at least 1");
  await eachOrFirstError([], 3, async () => {});
});
