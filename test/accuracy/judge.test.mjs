// @ts-check
import { describe, expect, test } from "vitest";
import { judge } from "../../tools/score/pairs.mjs";

/** verdict, label, the label of the other way to write, outcome */
const TABLE = /** @type {const} */ ([
  ["skip", "skip", "skip", "right"],
  ["write", "write", "write", "right"],
  ["skip", "write", "skip", "false-skip"],
  ["write", "skip", "write", "false-write"],
  ["skip", "own", undefined, "right"],
  ["skip", "order", undefined, "right"],
  ["write", "order", "skip", "right"],
  ["skip", "lost", undefined, "right"],
  ["write", "lost", undefined, "right"],
  ["blocked", "order", undefined, "false-block"],
  ["skip", "refuse:422", "own", "right"],
  ["write", "own", undefined, "right"],
  ["blocked", "own", undefined, "false-block"],
  ["blocked", "write", undefined, "false-block"],
  ["blocked", "skip", undefined, "false-block"],
  ["blocked", "refuse:422", undefined, "right"],
  ["write", "refuse:422", "skip", "right"],
  ["skip", "refuse:422", "skip", "right"],
  ["skip", "refuse:422", "write", "false-skip"],
  ["skip", "refuse:422", undefined, "false-skip"],
  ["error", "skip", "skip", "error"],
]);

describe("judge", () => {
  test.each(TABLE)(
    "%s where the server says %s (the other way: %s): %s",
    (verdict, label, other, outcome) => {
      expect(judge(verdict, label, other)).toBe(outcome);
    },
  );
});
