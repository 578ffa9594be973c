import { describe, expect, test } from "vitest";
import {
  type CountedEffect,
  EFFECTS,
  type Finding,
  type Proposal,
} from "../../../../src/adapter/churn/index.js";
import { EFFECT_LABELS, effectsText } from "../../../../src/cli/churn/effect.js";
import { faultPhrase, makersPhrase } from "../../../../src/cli/churn/fault.js";
import { findingLines } from "../../../../src/cli/churn/finding-lines.js";
import { noteText } from "../../../../src/cli/churn/note.js";
import { phraseText } from "../../../../src/cli/churn/phrase.js";
import { proposalPhrase } from "../../../../src/cli/churn/proposal.js";
import { phraseHtml } from "../../../../src/cli/report/table.js";
import { plain } from "../../../../src/prose/index.js";

const path = (name: string) => ({ path: name, writes: 1 });

describe("who does what", () => {
  test.each<[Pick<Finding, "what" | "managers" | "userAgents" | "paths">, string]>([
    [{ what: "flips", managers: ["a"], paths: [path("x")] }, "a puts x back and forth"],
    [
      { what: "flips", managers: ["a", "b"], paths: [path("x"), path("y"), path("z")] },
      "a, b put x and 2 other paths back and forth",
    ],
    [{ what: "moves-nothing", managers: ["a"], paths: [] }, "a makes new versions in which nothing differs"],
    [
      { what: "moves-nothing", managers: [], paths: [] },
      "Somebody who is not named makes new versions in which nothing differs",
    ],
    [
      { what: "writes-nothing", managers: [], userAgents: ["a/v1", "b/v1"], paths: [] },
      "a/v1, b/v1 send writes that change nothing",
    ],
    [{ what: "times-only", managers: ["a"], paths: [path("t")] }, "a changes nothing but time stamps (t)"],
    [{ what: "respells", managers: ["a", "b"], paths: [] }, "a, b spell values otherwise, and mean the same"],
    [
      { what: "flips", managers: ["\u202ea"], paths: [path("\u0007")] },
      "\\u202ea puts \\u0007 back and forth",
    ],
  ])("%j", (finding, text) => {
    expect(`${phraseText(makersPhrase(finding))} ${phraseText(faultPhrase(finding))}`).toBe(text);
  });
});

describe("what would stop it", () => {
  const rule = { format: 1, group: "apps", kind: "Deployment", extends: true, why: "w" } as const;
  const of = { managers: ["a"], kind: "Deployment" };

  test.each<[Proposal, "here" | "below", RegExp]>([
    [{ fix: "leave-out-empty", paths: ["x", "y"] }, "here", /^Leave x, y out where it is empty/],
    [{ fix: "find-writer", paths: [] }, "here", /\(churngate audit\)\.$/],
    [{ fix: "find-writer", paths: ["x"] }, "here", /states an empty list is such a write: x\.$/],
    [{ fix: "gate" }, "here", /^Ask a gate before writing the Deployment/],
    [
      { fix: "give-way", gives: "a", keeps: ["b", "c"], by: "once" },
      "here",
      /^Let a give way to b, c \(once\)\.$/,
    ],
    [
      { fix: "give-way", gives: "a", keeps: ["b"], by: "ignore", rule },
      "here",
      /^Let a give way to b, by this rule of its gate \(ignore\)\.$/,
    ],
    [{ fix: "settle", paths: ["x"] }, "here", /^a alone goes back and forth at x: look for two replicas/],
    [{ fix: "incidental", rule }, "below", /along with other changes, by the rule below\.$/],
    [{ fix: "leave-out-time", paths: ["x"] }, "here", /something else changes: x\.$/],
    [{ fix: "spell-as-stored", paths: ["x"] }, "here", /^State values as the server stores them at x, or/],
  ])("%j", (proposal, place, text) => {
    expect(phraseText(proposalPhrase(proposal, of, place))).toMatch(text);
  });
});

test("a finding of requests without a manager is of its user agent, which is said once", () => {
  const finding: Finding = {
    what: "writes-nothing",
    managers: [],
    userAgents: ["op/v1"],
    apiVersion: "v1",
    kind: "ConfigMap",
    objects: 6,
    writes: 1200,
    perMinute: 10,
    worst: [{ namespace: "demo", name: "a", writes: 200 }],
    paths: [],
    proposal: { fix: "gate" },
  };
  expect(findingLines(finding, { color: plain, layout: undefined, noun: "write" })).toEqual([
    "op/v1 sends writes that change nothing  ConfigMap (v1)  1,200 writes, 10 a minute; 6 objects",
    "  objects  demo/a 200, 5 more",
    "  fix      Ask a gate before writing the ConfigMap: createGate in the controller, or churngate apply.",
  ]);
});

test("a page sets the names of a phrase apart, and nothing of it is HTML", () => {
  expect(phraseHtml(["<b> ", { names: ["<a>", "b"] }, "."]).text).toBe(
    "&lt;b&gt; <code>&lt;a&gt;</code>, <code>b</code>.",
  );
});

test("effects: each has a label, and the commonest comes first", () => {
  const all: readonly CountedEffect[] = [...EFFECTS, "unknown", "create", "delete"];
  expect([...EFFECT_LABELS.keys()].sort()).toEqual([...all].sort());
  expect(effectsText({ change: 2, flip: 1200, nothing: 0 })).toBe("puts a value back 1,200, a real change 2");
});

test("a note shows nothing that would steer a terminal", () => {
  expect(noteText({ code: "not-watched", apiVersion: "v1", kind: "A\u001b", why: "b\nc" })).toBe(
    "A\\u001b (v1) was not watched: b\\nc",
  );
  expect(noteText({ code: "missed", steps: 1 })).toMatch(/^1 time an object/);
});
