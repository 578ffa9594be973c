import { expect, test } from "vitest";
import type { JsonObject } from "../../../src/core/json.js";
import { at, changesOf, configMap, decideOn, deployment, gateFor, type Settings, stored } from "./helper.js";

const ME = { mode: "apply", fieldManager: "me" } as const;

/** Live with an entry of ours that records this. */
const applied = (live: JsonObject, fieldsV1: JsonObject): JsonObject => {
  const entry = { manager: "me", operation: "Apply", apiVersion: String(live.apiVersion), fieldsV1 };
  return stored(live, { managedFields: [entry] });
};

test("an ignored field does not bring back the item that it was in", () => {
  const rule: Settings = {
    strategy: "exact",
    ignore: ["spec.template.spec.containers[*].imagePullPolicy"],
  };
  const desired = deployment();
  const web = { name: "web", image: "demo:1.0", imagePullPolicy: "Always" };
  const live = deployment({}, { containers: [web, { ...web, name: "old" }] });
  const container = { ".": {}, "f:name": {}, "f:image": {}, "f:imagePullPolicy": {} };
  const containers = { 'k:{"name":"web"}': container, 'k:{"name":"old"}': container };
  const template = {
    "f:metadata": { "f:labels": { "f:app": {} } },
    "f:spec": { "f:containers": containers },
  };
  const set = { "f:spec": { "f:selector": {}, "f:template": template } };
  const decision = decideOn(gateFor(desired, rule, ME), desired, applied(live, set));
  expect(changesOf(decision)).toEqual(["spec.template.spec.containers[name=old] removed"]);
  const payload = decision.verdict === "write" ? decision.payload() : undefined;
  expect(at(payload, "/spec/template/spec/containers")).toEqual([web]);
});

test("where something differs, that our entry lacks it is no news", () => {
  const desired = configMap({ data: { a: "1", b: "2" } });
  const gate = gateFor(desired, { strategy: "exact" }, ME);
  const live = (a: string): JsonObject =>
    applied(configMap({ data: { a, b: "2" } }), { "f:data": { "f:b": {} } });
  expect(decideOn(gate, desired, live("1")).reason).toEqual({ code: "not-owned", path: "data.a" });
  const decision = decideOn(gate, desired, live("9"));
  expect([decision.reason.code, changesOf(decision)]).toEqual(["differs", ["data.a changed"]]);
});
