import { describe, expect, test } from "vitest";
import {
  BOUNDS,
  ChurnCounter,
  type Difference,
  type Finding,
  findingsOf,
  LEAST,
  NOTHING_MS,
  reportOf,
  SWING_MS,
  TIMES_MS,
  type Write,
} from "../../../../src/adapter/churn/index.js";
import type { Shown } from "../../../../src/core/decision.js";
import type { Json } from "../../../../src/core/json.js";
import { parsePath } from "../../../../src/core/path.js";
import { Sensitive } from "../../../../src/core/sensitive.js";
import { bundledRules } from "../../../../src/rules/bundled.js";
import { bundledFacts } from "../../../../src/rules/facts.js";
import { lintRules } from "../../../../src/rules/lint/index.js";

const START = Date.parse("2026-01-01T00:00:00Z");

function put(path: string, before: Json, after: Json): Difference {
  return { path, steps: parsePath(path), before, after };
}

function stamp(path: string): Difference {
  return { ...put(path, "2026-01-01T00:00:00Z", "2026-01-01T00:00:01Z"), time: true };
}

function write(manager: string | undefined, more: Partial<Write> = {}): Write {
  const object = { apiVersion: "apps/v1", kind: "Deployment", namespace: "n", name: "a" };
  return { who: { manager }, ...object, effect: "change", at: START, ...more };
}

/** Who writes which value at a path, in turn, so many milliseconds apart. */
function turns(
  turn: readonly (readonly [manager: string | undefined, value: Json])[],
  times: number,
  more: Partial<Write> = {},
  path = "spec.replicas",
  apart = 1000,
): ChurnCounter {
  const counter = new ChurnCounter();
  let [last, at]: [Json, number] = ["first", START];
  for (let time = 0; time < times; time++) {
    for (const [manager, value] of turn) {
      counter.add(write(manager, { paths: [put(path, last, value)], ...more, at }));
      [last, at] = [value, at + apart];
    }
  }
  return counter;
}

function again(times: number, each: Write, apart = 1000): ChurnCounter {
  const counter = new ChurnCounter();
  for (let time = 0; time < times; time++) counter.add({ ...each, at: START + time * apart });
  return counter;
}

/** One puts the one value and the other in turn. */
function swings(
  one: Json | undefined,
  other: Json,
  shown: (value: Json) => Shown = (value) => value as Shown,
): ChurnCounter {
  const counter = new ChurnCounter();
  for (let time = 0; time < 60; time++) {
    const [before, after] = (time % 2 === 0 ? [one, other] : [other, one]).map((value) =>
      value === undefined ? undefined : shown(value),
    );
    const of = { path: "spec.x", steps: parsePath("spec.x") };
    const difference = {
      ...of,
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
    };
    counter.add(write("m", { paths: [difference], at: START + time * 1000 }));
  }
  return counter;
}

/** a puts 1 over b's 2 and b 2 over a's 1; after each four something else comes, which may leave another value. */
function fought(between: (counter: ChurnCounter) => void, left: readonly Json[]): ChurnCounter {
  const counter = new ChurnCounter();
  let there: Json = 2;
  for (let time = 0; time < 20; time++) {
    const [by, value] = time % 2 === 0 ? (["a", 1] as const) : (["b", 2] as const);
    counter.add(write(by, { paths: [put("spec.x", there, value)], at: START + time * 1000 }));
    there = value;
    if (time % 4 !== 3) continue;
    between(counter);
    there = left[0] ?? there;
  }
  return counter;
}

const findings = (counter: ChurnCounter): readonly Finding[] => findingsOf(counter, 60, bundledFacts);
const told = (counter: ChurnCounter): readonly string[] =>
  findings(counter).map(({ what, managers }) => `${what} ${managers.join("+")}`.trimEnd());

const moves = write("m", { effect: "nothing" });
const noops = write("m", { effect: "nothing", moved: false });
const respells = write("m", { effect: "respelling", paths: [put("spec.x", "a", "b")] });
const times = write("m", { effect: "times", paths: [stamp("spec.at")] });
const renewal = write("m", {
  apiVersion: "coordination.k8s.io/v1",
  kind: "Lease",
  effect: "times",
  paths: [stamp("spec.renewTime")],
});

describe("what is found", () => {
  const fight = [
    ["a", 1],
    ["b", 2],
  ] as const;
  const least = LEAST.putsBack;

  test.each<[string, ChurnCounter, string[]]>([
    ["nothing changed, often enough", again(LEAST["moves-nothing"], moves), ["moves-nothing m"]],
    ["once less", again(LEAST["moves-nothing"] - 1, moves), []],
    ["by whom is not known", again(LEAST["moves-nothing"], { ...moves, who: {} }), ["moves-nothing"]],
    [
      "ownership alone",
      again(LEAST["moves-nothing"], { ...moves, effect: "managed-fields" }),
      ["moves-nothing m"],
    ],
    ["requests that raise no event", again(LEAST["writes-nothing"], noops), ["writes-nothing m"]],
    ["spellings by whom is not known", again(LEAST.respells, { ...respells, who: {} }), ["respells"]],
    [
      "items in another order, by whom is not known",
      (() => {
        const counter = new ChurnCounter();
        for (let time = 0; time < 20; time++) {
          const order = [put("spec.ports", [1, 2], [2, 1]), put("spec.ports", [2, 1], [1, 2])];
          const [there, back] = order.map((each) => ({ ...each, order: true as const }));
          counter.add(write(undefined, { paths: [(time % 2 === 0 ? there : back) as Difference] }));
        }
        return counter;
      })(),
      ["flips"],
    ],
    ["such by nobody known", again(100, { ...noops, who: {} }), []],
    ["spellings", again(LEAST.respells, respells), ["respells m"]],
    ["times", again(LEAST["times-only"], times), ["times-only m"]],
    ["times, seldom", again(100, times, TIMES_MS + 1), []],
    ["a Lease's renewals", again(1000, renewal), []],
    [
      "a Lease with a time in an annotation",
      again(10, { ...renewal, paths: [stamp("metadata.annotations[x]")] }),
      ["times-only m"],
    ],
    ["unknown effects", again(100, write("m", { effect: "unknown" })), []],
    ["creations", again(100, write("m", { effect: "create" })), []],
    ["two against each other", turns(fight, least + 1), ["flips a+b"]],
    ["twice is not enough", turns(fight, least), []],
    ["three against each other", turns([...fight, ["c", 3]], least + 1), ["flips a+b+c"]],
    ["two of whom one is not known", turns([fight[0], [undefined, 2]], 50), []],
    [
      "a lock that two take and give back in turn",
      turns(
        [
          ["a", "held"],
          ["a", "free"],
          ["b", "held"],
          ["b", "free"],
        ],
        2,
      ),
      [],
    ],
    [
      "new values each time",
      (() => {
        const counter = new ChurnCounter();
        for (let time = 0; time < 50; time++)
          counter.add(write(time % 2 === 0 ? "a" : "b", { paths: [put("spec.x", time, time + 1)] }));
        return counter;
      })(),
      [],
    ],
    [
      "one back and forth, quickly",
      turns(
        [
          ["a", 1],
          ["a", 2],
        ],
        LEAST.swings / 2 + 1,
      ),
      ["flips a"],
    ],
    [
      "one back and forth, which says something new each time",
      (() => {
        const counter = new ChurnCounter();
        for (let time = 0; time < 50; time++) {
          const state = time % 2 === 0 ? ["idle", "busy"] : ["busy", "idle"];
          const paths = [put("data.state", state[0] ?? "", state[1] ?? ""), put("data.job", time, time + 1)];
          counter.add(write("a", { paths, at: START + time * 1000 }));
        }
        return counter;
      })(),
      [],
    ],
    [
      "one back and forth, now and then",
      turns(
        [
          ["a", 1],
          ["a", 2],
        ],
        4,
      ),
      [],
    ],
    [
      "an autoscaler, up and down a while later",
      turns(
        [
          ["hpa", 5],
          ["hpa", 3],
        ],
        50,
        {},
        "spec.replicas",
        SWING_MS + 1,
      ),
      [],
    ],
    ["no-ops, seldom", again(100, noops, NOTHING_MS + 1), []],
    ["no-ops, now and then", again(LEAST["writes-nothing"], noops, NOTHING_MS), ["writes-nothing m"]],
    ["moves, seldom", again(100, moves, NOTHING_MS + 1), []],
    ["a lock that one sets and takes away", swings(undefined, "me"), []],
    ["a pause that one begins and ends", swings(false, true), []],
    ["a text that one empties and fills", swings("", "x"), []],
    ["replicas that one takes away and brings back", swings(0, 3), []],
    ["an item that one puts in a list and takes out", swings(["a"], ["b", "a"]), []],
    ["a list in which one puts another item each time", swings(["a", "b"], ["a", "c"]), ["flips m"]],
    ["two texts of one", swings("x", "y"), ["flips m"]],
    ["a secret lock", swings(undefined, "me", (value) => new Sensitive(value, "sha256:1")), []],
    [
      "two against each other, with updates between that were missed and left the value",
      fought((counter) => counter.interrupt(moves), []),
      ["flips a+b"],
    ],
    [
      "two against each other, with updates between that were missed and put something else",
      fought((counter) => counter.interrupt(moves), ["third"]),
      [],
    ],
    [
      "two against each other, of whom the object is made anew",
      fought((counter) => counter.add(write("c", { effect: "create" })), []),
      [],
    ],
    [
      "a status that goes up and down",
      turns(
        [
          ["a", 3],
          ["a", 4],
        ],
        50,
        {},
        "status.replicas",
      ),
      [],
    ],
    ["a status that two fight over", turns(fight, least + 1, {}, "status.phase"), ["flips a+b"]],
    [
      "a node that comes and goes",
      turns(
        [
          ["kubelet", "True"],
          ["controller", "Unknown"],
        ],
        50,
        { apiVersion: "v1", kind: "Node" },
        "status.conditions[type=Ready].status",
      ),
      [],
    ],
    [
      "a quota that the API server counts up and a controller down",
      turns(
        [
          ["kube-apiserver", "1"],
          ["controller", "0"],
        ],
        50,
        { apiVersion: "v1", kind: "ResourceQuota" },
        "status.used[pods]",
      ),
      [],
    ],
    [
      "evictions that are used up and allowed again",
      turns(
        [
          ["kube-apiserver", 0],
          ["controller", 1],
        ],
        50,
        { apiVersion: "policy/v1", kind: "PodDisruptionBudget" },
        "status.disruptionsAllowed",
      ),
      [],
    ],
    [
      "endpoints that come and go",
      turns(
        [
          ["c", true],
          ["c", false],
        ],
        50,
        { apiVersion: "discovery.k8s.io/v1", kind: "EndpointSlice" },
        "endpoints",
      ),
      [],
    ],
  ])("%s", (_name, counter, found) => {
    expect(told(counter)).toEqual(found);
  });

  test("a name that is known too seldom accuses nobody", () => {
    const counter = again(100, { ...moves, who: {} });
    for (let time = 1; time < LEAST["moves-nothing"]; time++) counter.add(moves);
    expect(told(counter)).toEqual(["moves-nothing"]);
    counter.add(moves);
    expect(findings(counter)).toMatchObject([{ managers: ["m"], writes: 4, unnamed: 100 }]);
  });

  test("once to each of many objects is no churn", () => {
    const counter = new ChurnCounter();
    for (let name = 0; name < 1000; name++) counter.add({ ...moves, name: `o${name}` });
    expect(told(counter)).toEqual([]);
  });

  test("one finding for many objects", () => {
    const counter = new ChurnCounter();
    for (let time = 0; time < 5; time++)
      for (let name = 0; name < 20; name++) counter.add({ ...moves, name: `o${name}` });
    expect(findings(counter)).toMatchObject([{ objects: 20, writes: 100, perMinute: 100 }]);
    expect(findings(counter)[0]?.worst).toHaveLength(BOUNDS.worst);
  });

  test("what was missed undoes nothing", () => {
    const counter = new ChurnCounter();
    for (let time = 0; time < 50; time++) {
      counter.add(write(time % 2 === 0 ? "a" : "b", { paths: [put("spec.x", 1 - (time % 2), time % 2)] }));
      counter.interrupt(moves);
    }
    expect(told(counter)).toEqual([]);
    expect(counter.effects).toEqual({ change: 50 });
  });

  test("an object that is made anew has no past", () => {
    const counter = new ChurnCounter();
    for (let time = 0; time < 50; time++) {
      counter.add(write("a", { effect: "create" }));
      counter.add(write(time % 2 === 0 ? "a" : "b", { paths: [put("spec.x", 1 - (time % 2), time % 2)] }));
    }
    expect(told(counter)).toEqual([]);
  });

  test("so many bytes of objects are kept, those of whom somebody is accused before all others", () => {
    const counter = new ChurnCounter();
    for (let time = 0; time < 10; time++) counter.add({ ...moves, name: "accused" });
    for (let name = 0; name < 4000; name++) {
      const paths = Array.from({ length: BOUNDS.pathsOfObject }, (_, index) =>
        put(`data.${"k".repeat(200)}${index}`, "a", `${name}`),
      );
      counter.add(write(`m${name}`, { name: `o${name}`, paths }));
    }
    const kept = [...counter.objects.values()];
    expect(counter.objects.forgotten).toBeGreaterThan(0);
    expect(kept.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(BOUNDS.objectBytes * 1.01);
    expect(told(counter)).toEqual(["moves-nothing m"]);
  });

  test("a path that is too long is not kept", () => {
    const path = `data.${"k".repeat(BOUNDS.pathLength)}`;
    const counter = turns(fight, 10, {}, path);
    expect(told(counter)).toEqual([]);
    expect([...counter.objects.values()][0]?.paths.size).toBe(0);
  });

  test("values that came and went, and null for none", () => {
    const [finding] = findings(turns(fight, 5));
    expect(finding?.paths).toEqual([{ path: "spec.replicas", writes: 8, values: ["first", 1, 2] }]);
  });
});

describe("what stops it", () => {
  const making = (placesOwned: number, more = {}) => ({
    placesOwned,
    scales: false,
    applies: false,
    ...more,
  });

  function fought(
    path: string,
    of: Partial<Write>,
    [a, b]: readonly [ReturnType<typeof making>, ReturnType<typeof making>],
  ): Finding | undefined {
    const counter = new ChurnCounter();
    for (let time = 0; time < 10; time++) {
      counter.add(write("a", { ...of, paths: [put(path, "2", "1")], making: a }));
      counter.add(write("b", { ...of, paths: [put(path, "1", "2")], making: b }));
    }
    return findings(counter)[0];
  }

  test.each<[string, Finding | undefined, object]>([
    [
      "who makes more of the object gives way",
      fought("spec.replicas", {}, [making(20), making(1)]),
      {
        fix: "give-way",
        gives: "a",
        keeps: ["b"],
        by: "ignore",
        rule: { ignore: [{ path: "spec.replicas" }] },
      },
    ],
    [
      "by release, where it applies",
      fought("spec.replicas", {}, [making(1), making(20, { applies: true })]),
      { fix: "give-way", gives: "b", by: "release", rule: { release: ["spec.replicas"] } },
    ],
    [
      "never to scaling",
      fought("spec.replicas", {}, [making(1), making(20, { scales: true })]),
      { fix: "give-way", gives: "a", by: "once", rule: { once: ["spec.replicas"] } },
    ],
    [
      "an annotation",
      fought("metadata.annotations[example.com/a]", {}, [making(2), making(1)]),
      { rule: { ignore: [{ path: "metadata.annotations[example.com/a]" }] } },
    ],
    [
      "a status, by a rule of its own",
      fought("status.phase", { apiVersion: "v1", kind: "Namespace" }, [making(2), making(1)]),
      { rule: { subresource: "status", ignore: [{ path: "status.phase" }] } },
    ],
    [
      "a custom kind",
      fought("spec.a", { apiVersion: "example.com/v1", kind: "Widget" }, [making(2), making(1)]),
      { rule: { group: "example.com", kind: "Widget", strategy: "exact", ignore: [{ path: "spec.a" }] } },
    ],
    [
      "an item by its keys",
      fought("spec.template.spec.containers[name=c].image", {}, [making(2), making(1)]),
      { rule: { ignore: [{ path: "spec.template.spec.containers[name=c].image" }] } },
    ],
    [
      "one alone",
      findings(
        turns(
          [
            ["a", 1],
            ["a", 2],
          ],
          10,
        ),
      )[0],
      { fix: "settle", paths: ["spec.replicas"] },
    ],
    [
      "times",
      findings(again(9, { ...times, apiVersion: "v1", kind: "ConfigMap", paths: [stamp("data.at")] }))[0],
      { fix: "incidental", rule: { group: "", kind: "ConfigMap", incidental: ["data.at"] } },
    ],
    [
      "a time in an annotation",
      findings(again(9, { ...times, paths: [stamp("metadata.annotations[at]")] }))[0],
      { fix: "leave-out-time", paths: ["metadata.annotations.at"] },
    ],
    [
      "fields stated empty",
      findings(again(9, { ...moves, unstored: ["spec.ingress"] }))[0],
      { fix: "leave-out-empty", paths: ["spec.ingress"] },
    ],
    [
      "who is not known",
      findings(again(9, { ...moves, who: {}, unstored: ["spec.ingress"] }))[0],
      { fix: "find-writer", paths: ["spec.ingress"] },
    ],
    ["requests for nothing", findings(again(9, noops))[0], { fix: "gate" }],
    ["spellings", findings(again(9, respells))[0], { fix: "spell-as-stored", paths: ["spec.x"] }],
  ])("%s", (_name, finding, proposal) => {
    expect(finding?.proposal).toMatchObject(proposal);
    const rule = finding !== undefined && "rule" in finding.proposal ? finding.proposal.rule : undefined;
    if (rule === undefined) return;
    const custom = rule.group === "example.com";
    expect(lintRules([bundledRules, { rules: [rule] }]).map(({ problem }) => problem.code)).toEqual(
      custom ? ["exact-without-facts"] : [],
    );
  });

  test("no rule for a path that the kind has not", () => {
    const finding = fought("spec.nonsense", {}, [making(2), making(1)]);
    expect(finding?.proposal).toMatchObject({ fix: "give-way", gives: "a" });
    expect(finding?.proposal).not.toHaveProperty("rule");
  });
});

describe("bounded memory", () => {
  test("the heaviest are kept, and who is accused above all", () => {
    const counter = new ChurnCounter({ objects: 100, writers: 10 });
    for (let time = 0; time < 4; time++) counter.add({ ...moves, name: "accused" });
    for (let name = 0; name < 5000; name++) {
      counter.add(write(`w${name}`, { name: `o${name}` }));
      counter.add(write("heavy", { name: "heavy" }));
    }
    const report = reportOf(counter, { format: "x/1", from: START, to: START + 60_000, facts: bundledFacts });
    expect(report.objects[0]).toMatchObject({ name: "heavy", writes: 5000 });
    expect(report.writers[0]).toMatchObject({ manager: "heavy", writes: 5000 });
    expect(report.findings).toMatchObject([{ worst: [{ name: "accused" }] }]);
    expect([...counter.objects.values()].length).toBeLessThanOrEqual(100);
    expect(report.forgotten.objects + [...counter.objects.values()].length).toBe(5002);
    expect(report.writes).toBe(10_004);
  });

  test("paths of one object", () => {
    const counter = new ChurnCounter();
    for (let at = 0; at < 1000; at++) counter.add(write("a", { paths: [put(`spec.p${at}`, 1, 2)] }));
    expect(reportOf(counter, { format: "x/1", from: 0, to: 1, facts: bundledFacts }).paths).toHaveLength(
      BOUNDS.pathsOfObject,
    );
  });

  test("buckets of time widen", () => {
    const counter = new ChurnCounter();
    for (let second = 0; second < 5000; second++) counter.add(write("a", { at: START + second * 1000 }));
    const { timeline } = reportOf(counter, { format: "x/1", from: 0, to: 1, facts: bundledFacts });
    expect(timeline.seconds).toBe(16);
    expect(timeline.buckets.length).toBeLessThanOrEqual(BOUNDS.buckets);
    expect(timeline.buckets.reduce((sum, { effects }) => sum + (effects.change ?? 0), 0)).toBe(5000);
  });

  test("a long value is kept as a digest", () => {
    const text = "x".repeat(1000);
    const counter = turns(
      [
        ["a", text],
        ["b", `${text}!`],
      ],
      5,
    );
    expect(JSON.stringify(findings(counter))).not.toContain("xxx");
  });
});
