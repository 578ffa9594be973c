import { expect, test } from "vitest";
import type { JsonObject, KubeObject } from "../../../src/core/json.js";
import { createGate } from "../../../src/index.js";

const THEN = "2026-01-01T00:00:00Z";
const NOW = "2026-02-02T00:00:00Z";
const WIDGET = { apiVersion: "example.com/v1", kind: "Widget" };
const gate = createGate({ mode: "apply", fieldManager: "us" });

const condition = (type: string, more: JsonObject = {}): JsonObject => ({
  type,
  status: "True",
  message: "well",
  lastTransitionTime: THEN,
  ...more,
});

/** What the server records of a list that its schema calls a map. */
const byType = (...types: string[]): JsonObject =>
  Object.fromEntries(
    types.map((type) => [
      `k:${JSON.stringify({ type })}`,
      { ".": {}, "f:type": {}, "f:status": {}, "f:message": {}, "f:lastTransitionTime": {} },
    ]),
  );

function verdict(stated: readonly JsonObject[], there: readonly JsonObject[], recorded: JsonObject): string {
  const desired: KubeObject = { ...WIDGET, metadata: { name: "a" }, ...{ status: { conditions: stated } } };
  const fieldsV1 = { "f:status": { "f:conditions": recorded } };
  const entry = {
    manager: "us",
    operation: "Apply",
    subresource: "status",
    apiVersion: WIDGET.apiVersion,
    fieldsType: "FieldsV1",
    fieldsV1,
  };
  const metadata = { name: "a", uid: "1", resourceVersion: "1", managedFields: [entry] };
  const live: KubeObject = { ...WIDGET, metadata, ...{ status: { conditions: there } } };
  const decision = gate.decide(desired, live, { subresource: "status" });
  return `${decision.verdict} ${decision.reason.code}`;
}

const ready = condition("Ready");
const later = condition("Ready", { lastTransitionTime: NOW });
const worse = condition("Ready", { message: "ill" });
const applied = condition("Applied");

test.each([
  ["what it was", [ready], [ready], byType("Ready"), "skip equal"],
  ["another time only", [later], [ready], byType("Ready"), "skip equal"],
  ["another message", [worse], [ready], byType("Ready"), "write differs"],
  ["somebody else's condition beside it", [ready], [applied, ready], byType("Ready"), "skip equal"],
  ["ours is no longer stated", [ready], [applied, ready], byType("Applied", "Ready"), "write differs"],
  ["one of them is not ours yet", [applied, ready], [applied, ready], byType("Ready"), "write not-owned"],
  ["a list that the server takes whole", [ready], [ready], {}, "skip equal"],
  ["one more", [applied, ready], [ready], byType("Ready"), "write differs"],
])("conditions of a kind without facts: %s", (_, stated, there, recorded, expected) => {
  expect(verdict(stated, there, recorded)).toBe(expected);
});
