import { expect, test } from "vitest";
import { spelled } from "../../../src/core/apply/elements.js";

const NAMES = ["a", "<a>&", "\u2028\u2029", '<"\\b', "<\b\f", "<\\b"];
const element = (name: string): string => `k:${JSON.stringify({ name })}`;

/** As encoding/json writes texts; `older` before Go 1.22. */
function goElement(name: string, older: boolean): string {
  const text = element(name).replaceAll(
    /[<>&\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return older && name === "<\b\f" ? text.replace("\\b\\f", "\\u0008\\u000c") : text;
}

test.each(NAMES)("the element of %j is found as the server spells it", (name) => {
  for (const older of [false, true]) {
    const set = { "k:{}": {}, [goElement(name, older)]: {} };
    expect(spelled(set, element(name))).toBe(goElement(name, older));
  }
});

test("what a set does not have keeps its spelling", () => {
  expect(spelled({ [goElement("<other", false)]: {} }, element("<a>"))).toBe(element("<a>"));
  expect(spelled(undefined, element("<a>"))).toBe(element("<a>"));
});

test("as it is, where the set has it so", () => {
  const set = { [element("<a>")]: {}, [goElement("<a>", false)]: {} };
  expect(spelled(set, element("<a>"))).toBe(element("<a>"));
});
