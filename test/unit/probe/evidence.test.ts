// What a server's answers say of a place: tools/probe/evidence.mjs.
import { expect, test } from "vitest";
import { mayChange } from "../../../tools/probe/evidence.mjs";
import type { Json, Observation, Operation, Outcome } from "../../../tools/probe/types.js";

type Told = readonly [path: string, operation: Operation, outcome: Outcome, from?: Json, to?: Json];

const observations = (told: readonly Told[]): readonly Observation[] =>
  told.map(([path, operation, outcome, from, to]) => ({
    path,
    operation,
    outcome,
    from,
    to,
    subject: 0,
    message: "",
    at: "",
  }));

test.each<readonly [string, readonly Told[], readonly string[] | undefined]>([
  ["taken", [["a", "change", "accepted"]], ["free"]],
  ["refused", [["a", "change", "refused"]], ["fixed"]],
  ["dropped, for a new object too", [["a", "add", "dropped"]], ["free", "adding", "raising", "lowering"]],
  ["invalid in itself", [["a", "change", "invalid"]], undefined],
  [
    "only raised",
    [
      ["a", "raise", "accepted"],
      ["a", "lower", "refused"],
    ],
    ["raising"],
  ],
  [
    "raised, and nobody could lower it",
    [
      ["a", "raise", "accepted"],
      ["a", "lower", "invalid"],
    ],
    ["free", "raising"],
  ],
  [
    "items are added, none is removed",
    [
      ["a", "add-item", "accepted"],
      ["a", "remove-item", "refused"],
    ],
    ["adding"],
  ],
  [
    "items are only reordered",
    [
      ["a", "reorder", "accepted"],
      ["a", "add-item", "refused"],
    ],
    ["reordering"],
  ],
  [
    "some values are taken, others not",
    [
      ["a", "change", "accepted"],
      ["a", "change", "refused"],
    ],
    ["free"],
  ],
  [
    "a value of a person's choice that adds an item",
    [
      ["a", "change", "accepted", ["x"], ["x", "y"]],
      ["a", "change", "refused", ["x"], ["z"]],
    ],
    ["adding"],
  ],
  ["nothing was there, and nothing may be added", [["a", "add", "refused"]], ["fixed", "removing"]],
  ["an empty value is no change", [["a", "add-empty", "accepted"]], undefined],
  ["a removal tells where nothing else does", [["a", "remove", "refused"]], ["fixed"]],
  [
    "a struct's removal is refused for what stands in it",
    [
      ["a", "remove", "refused"],
      ["a.b", "change", "refused"],
    ],
    undefined,
  ],
  [
    "a struct that goes",
    [
      ["a", "remove", "accepted"],
      ["a.b", "change", "refused"],
    ],
    ["free"],
  ],
])("%s", (_, told, says) => {
  expect(mayChange(observations(told), 1).find(({ path }) => path === "a")?.says).toEqual([says]);
});
