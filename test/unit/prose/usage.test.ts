import { expect, it } from "vitest";
import { type UsageCode, UsageError } from "../../../src/core/errors.js";
import { usageText } from "../../../src/prose/index.js";

const codes: readonly (readonly [code: UsageCode, text: string])[] = [
  ["no-kind", "not a Kubernetes object: x\\u001b (spec.a)"],
  ["identity-mismatch", "desired and live are not the same object: x\\u001b (spec.a)"],
  [
    "version-mismatch",
    "desired and live have another apiVersion, so they cannot be compared: x\\u001b (spec.a)",
  ],
  ["not-wire-json", "not JSON as the API server takes it: x\\u001b (spec.a)"],
  ["too-deep", "nested too deeply, or within itself: x\\u001b (spec.a)"],
  ["unsupported-mode", "this write mode is not there: x\\u001b (spec.a)"],
];

it.each(codes)("%s in words", (code, text) => {
  expect(usageText(new UsageError(code, "x\u001b", "spec.a"))).toBe(text);
});
