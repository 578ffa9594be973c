import { describe, expect, test } from "vitest";
import { ChurnCounter, versionComparer } from "../../../../src/adapter/churn/index.js";
import type { KindEvent } from "../../../../src/adapter/watch/types.js";
import { LastVersions } from "../../../../src/cli/watch/last-versions.js";
import { Observing } from "../../../../src/cli/watch/observing.js";
import type { Json } from "../../../../src/core/json.js";
import { bundledFacts } from "../../../../src/rules/facts.js";

type Type = KindEvent["type"];

const MIB = 2 ** 20;

function observing(maxBytes = MIB) {
  const counter = new ChurnCounter();
  const versions = new LastVersions(maxBytes);
  const made = new Observing(versions, counter, versionComparer(bundledFacts));
  let version = 1;
  const take = (type: Type, value: Json, { name = "a", uid = "1" } = {}): void => {
    const metadata = { name, namespace: "n", uid, resourceVersion: String(version++) };
    const object = { apiVersion: "v1", kind: "ConfigMap", metadata, data: { k: value } };
    made.take({ type, object } as unknown as KindEvent, version * 1000);
  };
  return { counter, versions, observing: made, take };
}

describe("events", () => {
  test.each<[string, (readonly [Type, Json, object?])[], object, number]>([
    ["what is there first is no update", [["first", 1]], {}, 0],
    ["nor what is created", [["added", 1]], {}, 0],
    [
      "an update",
      [
        ["first", 1],
        ["modified", 2],
      ],
      { change: 1 },
      0,
    ],
    [
      "what comes back",
      [
        ["first", 1],
        ["modified", 2],
        ["modified", 1],
      ],
      { change: 1, flip: 1 },
      0,
    ],
    ["an update without a version before", [["modified", 1]], {}, 1],
    [
      "made anew",
      [
        ["first", 1],
        ["modified", 2, { uid: "2" }],
      ],
      {},
      1,
    ],
    [
      "a list anew",
      [
        ["first", 1],
        ["relisted", 2],
        ["modified", 3],
      ],
      { change: 1 },
      1,
    ],
    [
      "nothing comes back across a list anew",
      [
        ["first", 1],
        ["modified", 2],
        ["relisted", 3],
        ["modified", 1],
      ],
      { change: 2 },
      1,
    ],
    [
      "nor across a deletion",
      [
        ["first", 1],
        ["modified", 2],
        ["deleted", 2],
        ["added", 3, { uid: "2" }],
        ["modified", 1, { uid: "2" }],
      ],
      { change: 2 },
      0,
    ],
    [
      "integers that a double cannot hold",
      [
        ["first", 2n ** 60n],
        ["modified", 2n ** 60n + 1n],
      ],
      { change: 1 },
      0,
    ],
  ])("%s", (_name, events, effects, missed) => {
    const { counter, observing: made, take } = observing();
    for (const [type, value, more] of events) take(type, value, more);
    expect(counter.effects).toEqual(effects);
    expect(made.missed).toBe(missed);
  });
});

describe("bounded memory", () => {
  const large = "x".repeat(10_000);

  test("what was updated longest ago goes; its next update is missed, and the one after counts", () => {
    const { counter, versions, observing: made, take } = observing();
    for (let name = 0; name < 1000; name++) take("first", large, { name: `o${name}` });
    expect(versions.bytes).toBeLessThanOrEqual(MIB);
    expect(versions.bytes).toBeGreaterThan(MIB / 2);
    expect(versions.forgotten).toBeGreaterThan(890);
    take("modified", "1", { name: "o0" });
    expect([counter.writes, made.missed]).toEqual([0, 1]);
    take("modified", "2", { name: "o0" });
    take("modified", "1", { name: "o999" });
    expect([counter.writes, made.missed]).toEqual([2, 1]);
  });

  test("what is updated again and again stays", () => {
    const { counter, observing: made, take } = observing();
    take("first", "0", { name: "hot" });
    for (let name = 0; name < 1000; name++) {
      take("first", large, { name: `o${name}` });
      take("modified", String(name), { name: "hot" });
    }
    expect(made.missed).toBe(0);
    expect(counter.writes).toBe(999 + 1);
  });

  test("counts what it holds, wide characters twice", () => {
    const narrow = new LastVersions(MIB);
    const wide = new LastVersions(MIB);
    narrow.set("k", "e".repeat(1000));
    wide.set("k", "€".repeat(1000));
    expect(wide.bytes - narrow.bytes).toBe(1000);
    for (const versions of [narrow, wide]) {
      versions.set("k", "");
      versions.delete("k");
      versions.delete("k");
      expect(versions.bytes).toBe(0);
    }
  });

  test("one that is larger than all there is room for is not kept", () => {
    const versions = new LastVersions(1000);
    versions.set("k", large);
    expect([versions.get("k"), versions.bytes, versions.forgotten]).toEqual([undefined, 0, 1]);
  });
});
