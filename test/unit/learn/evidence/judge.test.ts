import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../../src/core/json.js";
import { compileRules } from "../../../../src/rules/compile.js";
import { createGate } from "../../../../src/rules/gate.js";
import { holdsEverywhere } from "../../../../src/rules/learn/evidence/everywhere.js";
import { judge } from "../../../../src/rules/learn/evidence/judge.js";
import type { Line, Unexplained } from "../../../../src/rules/learn/evidence/line.js";
import { patternText, placesOf } from "../../../../src/rules/learn/evidence/places.js";
import type { Restated, Sighting } from "../../../../src/rules/learn/evidence/sighting.js";
import { valueAt } from "../../../../src/rules/learn/evidence/steps.js";

const gate = createGate({ rules: compileRules([]) });
const widget = (spec: Json): JsonObject => ({
  apiVersion: "example.com/v1",
  kind: "Widget",
  metadata: { name: "w" },
  spec,
});

/** What is seen where desired states one and the server stores the other; `other` is what it stores under another name. */
function seen(stated: Json, stored: Json, restated: Restated, other = stored): readonly Sighting[] {
  const [desired, answer, elsewhere] = [stated, stored, other].map(widget) as [
    JsonObject,
    JsonObject,
    JsonObject,
  ];
  const decision = gate.decide(desired as object, answer as object);
  const changes = "changes" in decision ? decision.changes : [];
  return placesOf(changes, desired, answer).flatMap((place) => {
    const { inDesired, inAnswer, pattern } = place;
    return {
      object: "w",
      place,
      stated: valueAt(desired, inDesired),
      stored: valueAt(answer, inAnswer),
      elsewhere: valueAt(elsewhere, inAnswer),
      restated,
      everywhere: holdsEverywhere(pattern, desired, answer),
    };
  });
}

const options = { mayDefault: true, showsValues: true, objects: 1 };
const told = (found: readonly (Line | Unexplained)[]) =>
  found.map((line) => ["type" in line ? line.type : "unexplained", line.path, line.why]);

describe("one place", () => {
  it.each<[string, readonly Sighting[], string, string, string]>([
    [
      "a constant that is kept when it is stated",
      seen({}, { tier: "gold" }, "kept"),
      "default",
      "spec.tier",
      'the server puts "gold" where nothing is stated, and keeps what is stated (dry runs, 1 of 1 object)',
    ],
    [
      "another value for each object",
      seen({}, { id: "x1" }, "kept", { id: "x2" }),
      "unstated",
      "spec.id",
      "the server puts a value of its own where nothing is stated, and keeps what is stated (dry runs, 1 of 1 object)",
    ],
    [
      "a value that nobody can change",
      seen({}, { tier: "gold" }, "forced"),
      "ignore",
      "spec.tier",
      'the server puts "gold" here, whatever is stated (dry runs, 1 of 1 object)',
    ],
    [
      "a value of which no other is taken",
      seen({}, { tier: "gold" }, "refused"),
      "unstated",
      "spec.tier",
      'the server puts "gold" where nothing is stated (dry runs, 1 of 1 object)',
    ],
    [
      "a value that is replaced, whatever it is",
      seen({ tier: "tin" }, { tier: "gold" }, "forced"),
      "ignore",
      "spec.tier",
      'the server puts "gold" in place of what is stated (dry runs, 1 of 1 object)',
    ],
    [
      "a value that is made of what is stated",
      seen({ host: "Www" }, { host: "www" }, "otherwise"),
      "unexplained",
      "spec.host",
      "the server makes another value of what is stated (dry runs, 1 of 1 object)",
    ],
    [
      "what is dropped",
      seen({ old: "x" }, {}, "forced"),
      "ignore",
      "spec.old",
      "the server drops what is stated here (dry runs, 1 of 1 object)",
    ],
    [
      "what is dropped, but not always",
      seen({ old: "x" }, {}, "kept"),
      "unexplained",
      "spec.old",
      "the server drops some of the values that are stated here (dry runs, 1 of 1 object)",
    ],
    [
      "a set in another order",
      seen({ hosts: ["b", "a"] }, { hosts: ["a", "b"] }, "not-tried"),
      "pair",
      "spec.hosts",
      "the server stores the items in another order, or others between them (dry runs, 1 of 1 object)",
    ],
    [
      "a list that is rewritten",
      seen({ hosts: ["b", "a"] }, { hosts: ["a"] }, "not-tried"),
      "unexplained",
      "spec.hosts",
      "the server rewrites the list (dry runs, 1 of 1 object)",
    ],
    [
      "items of a list that is not stated",
      seen({}, { parts: [{ name: "p", v: 1 }] }, "forced"),
      "ignore",
      "spec.parts[name=p]",
      "the server adds this item (dry runs, 1 of 1 object)",
    ],
  ])("%s", (_what, found, type, path, why) => {
    expect(told(judge(found, options))).toEqual([[type, path, why]]);
  });

  it("names a list where its items are called otherwise each time", () => {
    const [line] = judge(
      seen({}, { parts: [{ name: "p-1" }] }, "not-tried").map((each) => ({ ...each, elsewhere: undefined })),
      options,
    );
    expect(line).toMatchObject({ type: "pair", path: "spec.parts", keys: ["name"], foreign: "keep" });
  });

  it("makes no default where facts have no place for it, and tells no secret", () => {
    const found = seen({}, { tier: "gold" }, "kept");
    for (const but of [{ mayDefault: false }, { showsValues: false }])
      expect(judge(found, { ...options, ...but })).toMatchObject([{ type: "unstated", path: "spec.tier" }]);
    expect(JSON.stringify(judge(found, { ...options, showsValues: false }))).not.toContain("gold");
  });

  it("looks at what was filled in field by field", () => {
    const found = seen({}, { limits: { cpu: "1", memory: { max: "1Gi" } } }, "kept");
    expect(found.map(({ place }) => patternText(place.pattern))).toEqual([
      "spec.limits.cpu",
      "spec.limits.memory.max",
    ]);
  });
});

describe("hostile keys", () => {
  it("are places as any other", () => {
    const stored = JSON.parse('{"__proto__":"a","constructor":"b","a]\\"b":"c","7":"d"}');
    const found = seen({}, stored, "forced");
    expect(found.map(({ stored: value }) => value)).toEqual(["d", "a", "b", "c"]);
    for (const [type] of told(found.flatMap((each) => judge([each], options)))) expect(type).toBe("ignore");
  });
});
