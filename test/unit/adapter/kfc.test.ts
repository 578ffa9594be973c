import { GenericKind, kind, RegisterKind } from "kubernetes-fluent-client";
import { describe, expect, test } from "vitest";
import { toWire } from "../../../src/adapter/kfc/index.js";

class Widget extends GenericKind {
  spec = { _from: 1 };
}
RegisterKind(Widget, { group: "example.com", version: "v1", kind: "Widget" });
class Unregistered extends GenericKind {}
const HOSTILE = Object.defineProperty(class {}, "name", { value: "toString" });

describe("toWire of kubernetes-fluent-client", () => {
  test.each<[name: string, given: unknown, wire: object]>([
    [
      "an instance of a registered kind",
      Object.assign(new Widget(), { metadata: { name: "a" } }),
      { apiVersion: "example.com/v1", kind: "Widget", metadata: { name: "a" }, spec: { _from: 1 } },
    ],
    [
      "an instance of a kind that it knows",
      Object.assign(new kind.NetworkPolicy(), { spec: { podSelector: {}, ingress: [{ _from: [] }] } }),
      {
        apiVersion: "networking.k8s.io/v1",
        kind: "NetworkPolicy",
        spec: { podSelector: {}, ingress: [{ from: [] }] },
      },
    ],
    ["one of the core group", new kind.Secret(), { apiVersion: "v1", kind: "Secret" }],
    ["one that is not registered", Object.assign(new Unregistered(), { spec: {} }), { spec: {} }],
    ["a class called as a member of every object", new HOSTILE(), {}],
  ])("%s", (_, given, wire) => {
    expect(toWire(given)).toStrictEqual(wire);
  });

  test("a plain object takes the kind that is said; wire JSON is kept", () => {
    expect(toWire({ data: {} }, { apiVersion: "v1", kind: "ConfigMap" })).toStrictEqual({
      apiVersion: "v1",
      kind: "ConfigMap",
      data: {},
    });
    const wire = { apiVersion: "v1", kind: "ConfigMap", data: { _from: "a" } };
    expect(toWire(wire)).toBe(wire);
    expect(toWire(Object.assign(Object.create(null), wire))).toEqual(wire);
  });
});
