import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../src/core/json.js";
import {
  configMap,
  custom,
  decideOn,
  deployment,
  gateFor,
  type Row,
  rows,
  type Settings,
  stored,
} from "./helper.js";
import { appliedBy, managed } from "./managed.js";

/** A custom object of which no facts are known, with one thing that says when. */
const widget = (a: number, at?: Json, more: JsonObject = {}): JsonObject =>
  custom({ thing: { a, ...(at !== undefined && { at }), ...more } });
const rule = (more: Settings = {}): Settings => ({
  strategy: "exact",
  incidental: ["spec.thing.at"],
  ...more,
});
const WITH_B = rule({ incidental: [{ path: "spec.thing.at", with: ["b"] }] });

describe("what is incidental", () => {
  rows([
    {
      name: "is no reason to write",
      desired: widget(1, "now"),
      live: stored(widget(1, "then")),
      rule: rule(),
      is: "skip",
      passed: ["spec.thing.at incidental"],
    },
    {
      name: "is none where desired leaves it out",
      desired: widget(1),
      live: stored(widget(1, "then")),
      rule: rule(),
      is: "skip",
      passed: ["spec.thing.at incidental"],
    },
    {
      name: "is none where live lacks it",
      desired: widget(1, "now"),
      live: stored(widget(1)),
      rule: rule(),
      is: "skip",
      passed: ["spec.thing.at incidental"],
    },
    {
      name: "is sent along with what is beside it",
      desired: widget(2, "now"),
      live: stored(widget(1, "then")),
      rule: rule(),
      is: "write",
      changes: ["spec.thing.a changed"],
      payload: { "/spec/thing/at": "now" },
    },
    {
      name: "goes with what is beside it, where desired leaves it out",
      desired: widget(2),
      live: stored(widget(1, "then")),
      rule: rule(),
      is: "write",
      payload: { "/spec/thing/at": undefined },
    },
    {
      name: "stays under derivative, where desired leaves it out",
      desired: widget(2),
      live: stored(widget(1, "then")),
      rule: rule({ strategy: "derivative" }),
      is: "write",
      payload: { "/spec/thing/at": "then" },
    },
    {
      name: "is sent along with something new, and something gone",
      desired: widget(1, "now", { b: 1 }),
      live: stored(widget(1, "then", { c: 1 })),
      rule: rule(),
      is: "write",
      changes: ["spec.thing.c removed", "spec.thing.b added"],
      payload: { "/spec/thing/at": "now" },
    },
    {
      name: "is kept where something else differs",
      desired: custom({ thing: { at: "now" }, other: 2 }),
      live: stored(custom({ thing: { at: "then" }, other: 1 })),
      rule: rule(),
      is: "write",
      payload: { "/spec/thing/at": "then", "/spec/other": 2 },
    },
    {
      name: "is kept where none of its siblings differs",
      desired: widget(2, "now", { b: 1 }),
      live: stored(widget(1, "then", { b: 1 })),
      rule: WITH_B,
      is: "write",
      payload: { "/spec/thing/at": "then" },
    },
    {
      name: "is sent where one of its siblings differs",
      desired: widget(1, "now", { b: 2 }),
      live: stored(widget(1, "then", { b: 1 })),
      rule: WITH_B,
      is: "write",
      payload: { "/spec/thing/at": "now" },
    },
    {
      name: "is sent where one of its siblings is gone",
      desired: widget(1, "now"),
      live: stored(widget(1, "then", { b: 1 })),
      rule: WITH_B,
      is: "write",
      payload: { "/spec/thing/at": "now" },
    },
    {
      name: "is sent along with anything where live lacks it",
      desired: widget(2, "now", { b: 1 }),
      live: stored(widget(1, undefined, { b: 1 })),
      rule: WITH_B,
      is: "write",
      payload: { "/spec/thing/at": "now" },
    },
    {
      name: "comes and goes with the struct around it",
      desired: custom({ thing: { a: 1, at: "now" } }),
      live: stored(custom({})),
      rule: rule(),
      is: "write",
      payload: { "/spec/thing/at": "now" },
    },
    {
      name: "in a known struct",
      desired: deployment({}, {}, { image: "demo:2", terminationMessagePath: "/now" }),
      live: stored(deployment({}, {}, { terminationMessagePath: "/then" })),
      rule: { strategy: "exact", incidental: ["spec.template.spec.containers[*].terminationMessagePath"] },
      is: "write",
      changes: ["spec.template.spec.containers[name=web].image changed"],
      payload: { "/spec/template/spec/containers/0/terminationMessagePath": "/now" },
    },
    {
      name: "in a map's keys by prefix",
      desired: configMap({ data: { a: "2", "at.one": "now" } }),
      live: stored(configMap({ data: { a: "1", "at.one": "then" } })),
      rule: { strategy: "exact", incidental: ["data[at.*]"] },
      is: "write",
      payload: { "/data/at.one": "now" },
    },
    {
      name: "in an item of a list that a rule keys: only the item that differs",
      desired: custom({
        list: [
          { n: "a", v: 2, at: "now" },
          { n: "b", v: 1, at: "now" },
        ],
      }),
      live: stored(
        custom({
          list: [
            { n: "b", v: 1, at: "then" },
            { n: "a", v: 1, at: "then" },
          ],
        }),
      ),
      rule: {
        strategy: "exact",
        lists: [{ path: "spec.list", keys: ["n"] }],
        incidental: ["spec.list[*].at"],
      },
      is: "write",
      changes: ["spec.list[n=a].v changed"],
      payload: {
        "/spec/list": [
          { n: "b", v: 1, at: "then" },
          { n: "a", v: 2, at: "now" },
        ],
      },
    },
    {
      name: "in an item that a path names",
      desired: custom({
        list: [
          { n: "a", v: 1, at: "now" },
          { n: "b", v: 1, at: "now" },
        ],
      }),
      live: stored(
        custom({
          list: [
            { n: "a", v: 1, at: "then" },
            { n: "b", v: 1, at: "then" },
          ],
        }),
      ),
      rule: {
        strategy: "exact",
        lists: [{ path: "spec.list", keys: ["n"] }],
        incidental: ["spec.list[n=a].at"],
      },
      is: "write",
      changes: ["spec.list[n=b].at changed"],
      payload: { "/spec/list/0/at": "then" },
    },
    {
      name: "under unconditional: sent only along with others",
      desired: widget(1, "now"),
      live: stored(widget(1, "then")),
      rule: rule({ strategy: "unconditional" }),
      is: "write",
      payload: { "/spec/thing/at": "then" },
    },
    {
      name: "in a merge patch",
      desired: widget(2, "now"),
      live: stored(widget(1, "then")),
      rule: rule(),
      gate: { mode: "merge" },
      is: "write",
      payload: { "/spec": { thing: { a: 2, at: "now" } } },
    },
    {
      name: "kept out of a merge patch",
      desired: widget(2, "now"),
      live: stored(widget(1, "then")),
      rule: WITH_B,
      gate: { mode: "merge" },
      is: "write",
      payload: { "/spec": { thing: { a: 2 } } },
    },
    {
      name: "with hostile names beside it",
      desired: widget(2, "now", { constructor: 1 }),
      live: stored(widget(1, "then")),
      rule: rule({ incidental: [{ path: "spec.thing.at", with: ["toString", "__proto__"] }] }),
      is: "write",
      payload: { "/spec/thing/at": "then" },
    },
  ]);

  test("is no part of a fingerprint", () => {
    const hash = rule({ strategy: "hash" });
    const first = decideOn(gateFor(widget(1), hash), widget(1, "then"), undefined);
    if (first.verdict !== "create") throw new Error(first.verdict);
    const live = stored(first.payload());
    expect(decideOn(gateFor(widget(1), hash), widget(1, "now"), live).verdict).toBe("skip");
    expect(decideOn(gateFor(widget(1), hash), widget(2, "now"), live).verdict).toBe("write");
  });

  test("has to be JSON all the same", () => {
    const gate = gateFor(widget(1), rule());
    expect(() => decideOn(gate, widget(1, new Date() as unknown as Json), stored(widget(1, "then")))).toThrow(
      "not-wire-json",
    );
  });
});

describe("what is incidental, under apply", () => {
  const APPLY: Row["gate"] = { mode: "apply", fieldManager: "me" };
  const data = (a: string, at?: string): JsonObject =>
    configMap({ data: { a, ...(at !== undefined && { at }) } });
  const RULE: Settings = { strategy: "exact", incidental: ["data.at"] };
  const KEPT: Settings = { strategy: "exact", incidental: [{ path: "data.at", with: ["b"] }] };
  rows([
    {
      name: "is restated where it is ours and kept",
      desired: data("2", "now"),
      live: managed(data("1", "then"), appliedBy("me", data("1", "then"))),
      rule: KEPT,
      gate: APPLY,
      is: "write",
      payload: { "/data": { a: "2", at: "then" } },
    },
    {
      name: "is restated where desired leaves it out",
      desired: data("2"),
      live: managed(data("1", "then"), appliedBy("me", data("1", "then"))),
      rule: KEPT,
      gate: APPLY,
      is: "write",
      payload: { "/data": { a: "2", at: "then" } },
    },
    {
      name: "is left out where it is another's and desired leaves it out",
      desired: data("2"),
      live: managed(
        data("1", "then"),
        appliedBy("me", data("1")),
        appliedBy("other", configMap({ data: { at: "then" } })),
      ),
      rule: KEPT,
      gate: APPLY,
      is: "write",
      payload: { "/data": { a: "2" } },
    },
    {
      name: "is sent along",
      desired: data("2", "now"),
      live: managed(data("1", "then"), appliedBy("me", data("1", "then"))),
      rule: RULE,
      gate: APPLY,
      is: "write",
      payload: { "/data": { a: "2", at: "now" } },
    },
    {
      name: "is no reason to own it",
      desired: data("1", "now"),
      live: managed(
        data("1", "then"),
        appliedBy("me", data("1")),
        appliedBy("other", configMap({ data: { at: "then" } })),
      ),
      rule: RULE,
      gate: APPLY,
      is: "skip",
    },
    {
      name: "is no conflict by itself",
      desired: data("1", "now"),
      live: managed(
        data("1", "then"),
        appliedBy("me", data("1")),
        appliedBy("other", configMap({ data: { at: "then" } })),
      ),
      rule: RULE,
      gate: { ...APPLY, force: false },
      is: "skip",
    },
    {
      name: "does not bring back what desired no longer states",
      desired: custom({ b: {} }),
      live: managed(
        custom({ b: {}, thing: { a: 1, at: "then" } }),
        appliedBy("me", custom({ b: {}, thing: { a: 1, at: "then" } })),
      ),
      rule: rule(),
      gate: APPLY,
      is: "write",
      payload: { "/spec/thing": undefined },
    },
  ]);
});
