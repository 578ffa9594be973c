import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../../src/core/json.js";
import { type AuditInput, audited, auditOf, event, type Given, put, reported, web } from "./events.js";

/** An entry of managedFields, written so many seconds after the start. */
const entry = (manager: string, at: number, operation = "Update"): JsonObject => ({
  manager,
  operation,
  apiVersion: "apps/v1",
  time: new Date(Date.UTC(2026, 10, 30, 18) + at * 1000).toISOString().replace(".000", ""),
  fieldsType: "FieldsV1",
  fieldsV1: { "f:spec": { "f:replicas": {} } },
});

interface Version {
  readonly generation?: number;
  readonly managedFields?: readonly JsonObject[];
  readonly replicas?: number;
  readonly metadata?: JsonObject;
  readonly more?: JsonObject;
}

const object = (
  version: number,
  { generation, managedFields, replicas = 3, ...of }: Version,
): JsonObject => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: {
    name: "web",
    namespace: "demo",
    uid: "u",
    resourceVersion: String(version),
    ...(generation !== undefined && { generation }),
    ...(managedFields !== undefined && { managedFields }),
    ...of.metadata,
  },
  spec: { replicas },
  ...of.more,
});

const apply = (manager: string, at: number, answer: Json, given: Given = {}): Given => ({
  verb: "patch",
  query: `?fieldManager=${manager}&force=true`,
  at,
  answer,
  ...given,
});

/** One keeps a value, another (a person) sets it by another server: each write of the first is needed. */
function kept(hasGeneration: boolean): { ours: Given[]; theirs: Given[] } {
  const [ours, theirs]: [Given[], Given[]] = [[], []];
  for (let round = 0; round < 6; round += 1) {
    const at = round * 10;
    const of = (generation: number) => (hasGeneration ? { generation } : {});
    const mine = object(100 + 2 * round, {
      ...of(1 + 2 * round),
      managedFields: [entry("keeper", at, "Apply")],
    });
    const other = object(101 + 2 * round, {
      ...of(2 + 2 * round),
      managedFields: [entry("person", at + 5)],
      replicas: 5,
    });
    ours.push(apply("keeper", at, mine));
    theirs.push({ ...apply("person", at + 5, other), agent: "kubectl/v1.36" });
  }
  return { ours, theirs };
}

const inTurn = (a: readonly Given[], b: readonly Given[]): Given[] =>
  a.flatMap((each, index) => [each, b[index] as Given]);

const found = (events: AuditInput) => audited(events).findings.map(({ what }) => what);

describe("who does what is needed is accused of nothing", () => {
  const cutOff = (given: Given): Given => {
    const { answer: _, ...rest } = given;
    return { ...rest, annotations: { "audit.k8s.io/truncated": "true" } };
  };
  test.each([true, false])("where two servers' logs are read, with generations: %s", (hasGeneration) => {
    const { ours, theirs } = kept(hasGeneration);
    const both = reported(auditOf([ours, theirs]));
    expect([both.findings, both.effects]).toEqual([[], { unknown: 12 }]);
    // As the webhooks of two servers send them.
    const { findings } = reported(auditOf(inTurn(ours, theirs).map((each) => [each])));
    expect(findings).toEqual([]);
  });

  test.each<[string, (theirs: Given) => Given]>([
    ["at Metadata", (given) => ({ ...given, level: "Metadata" })],
    ["at Request", (given) => ({ ...given, level: "Request", body: { spec: { replicas: 5 } } })],
    ["without bodies", cutOff],
    ["as a binding", (given) => ({ ...given, verb: "create", ref: { subresource: "binding" } })],
  ])("where another's writes are logged %s", (_, logged) => {
    const [one, two] = [kept(true), kept(false)];
    for (const { ours, theirs } of [one, two]) {
      expect(found(inTurn(ours, theirs.map(logged)))).toEqual([]);
    }
    // The time alone has moved, and the generation has once.
    const { ours, theirs } = kept(true);
    const once = ours.map((_each, index) =>
      apply("keeper", index * 10, object(100 + 2 * index, { generation: 1 + index })),
    );
    expect(found(once)).toEqual(["moves-nothing"]);
    expect(found(inTurn(once, theirs.map(logged)))).toEqual([]);
  });

  test("where another's entry in managedFields is new", () => {
    const both = (index: number): Json =>
      object(100 + index, { generation: 1 + index, managedFields: [entry("op", 0), entry("x", index)] });
    expect(found(Array.from({ length: 6 }, (_, index) => apply("op", index, both(index))))).toEqual([]);
  });

  test("where the object is another of the same name", () => {
    const made = Array.from({ length: 6 }, (_, index) =>
      apply("op", index, object(100 + index, { generation: 1 + index, metadata: { uid: `u${index}` } })),
    );
    expect(audited(made).effects).toEqual({ unknown: 6 });
  });

  test.each<[string, number, readonly string[]]>([
    ["once a week", 7 * 86_400, []],
    ["once in two hours", 7200, []],
    ["every half hour", 1800, ["writes-nothing"]],
  ])("where a no-op comes %s: %s s", (_, apart, findings) => {
    const noops = Array.from({ length: 6 }, (__, index) => put(7, 7, { at: index * apart }));
    expect(found(noops)).toEqual(findings);
  });

  const partial = (version: number): Json => ({
    apiVersion: "meta.k8s.io/v1",
    kind: "PartialObjectMetadata",
    metadata: { name: "web", namespace: "demo", resourceVersion: String(version), generation: version },
  });
  test("where answers are a part of the object", () => {
    const given = Array.from({ length: 6 }, (_, index) =>
      put(index, index + 1, { at: index, answer: partial(index + 1) }),
    );
    const { effects, findings, writers } = audited(given);
    expect([effects, findings, writers.map(({ kind }) => kind)]).toEqual([
      { unknown: 6 },
      [],
      ["Deployment"],
    ]);
    const custom = { apiGroup: "example.com", resource: "things", resourceVersion: "7" };
    const noop = put(7, 7, { ref: custom, answer: partial(7) });
    expect(audited([noop]).writers.map(({ kind }) => kind)).toEqual(["things"]);
    expect(audited([noop]).effects).toEqual({ nothing: 1 });
  });

  test("where the answer is a Table, which does not say that the object is ending", () => {
    const table: Json = { apiVersion: "meta.k8s.io/v1", kind: "Table", metadata: { resourceVersion: "7" } };
    expect(audited([put(7, 7, { answer: table })]).effects).toEqual({ unknown: 1 });
  });

  test.each(["lastHeartbeatTime", "renewTime", "lastProbeTime", "lastTransitionTime"])(
    "where a status says by its %s that somebody is alive",
    (name) => {
      const beats = (at: number): JsonObject => ({
        [name]: new Date(Date.UTC(2026, 10, 30, 18) + at * 1000).toISOString(),
      });
      const of = (more: (at: number) => JsonObject) =>
        Array.from({ length: 12 }, (_, index) =>
          put(index, index + 1, { at: index * 10, answer: object(index + 1, { more: more(index) }) }),
        );
      expect(found(of((at) => ({ status: beats(at) })))).toEqual([]);
      expect(
        found(of((at) => ({ status: { conditions: [{ type: "A", status: "B", ...beats(at) }] } }))),
      ).toEqual([]);
      expect(found(of((at) => ({ other: beats(at) })))).toEqual(["times-only"]);
    },
  );
});

describe("a move for nothing", () => {
  test("is counted where it is found, also of managedFields alone", () => {
    const moves = Array.from({ length: 9 }, (_, index) =>
      put(index, index + 1, {
        at: index,
        answer: object(index + 1, {
          generation: index + 1,
          managedFields: [
            { ...entry("op", 0), fieldsV1: { "f:spec": index % 2 === 0 ? {} : { "f:replicas": {} } } },
          ],
        }),
      }),
    );
    const { findings, saved } = audited(moves);
    expect(findings.map(({ what, writes }) => [what, writes])).toEqual([["moves-nothing", 8]]);
    expect(saved.moves).toBe(8);
  });
});

describe("an event that comes again", () => {
  const events = [0, 1, 2].map((at) => event(put(7, 7, { at })));
  const [first = "", second = "", third = ""] = events;
  test("is counted once, in whatever list", () => {
    const list = (...items: string[]) =>
      `{"kind":"EventList","apiVersion":"audit.k8s.io/v1","items":[${items.join(",")}]}`;
    const { writes, effects, lines } = audited([first, second, list(first, second), list(second, third)]);
    expect([writes, effects, lines]).toEqual([3, { nothing: 3 }, { read: 4, skipped: 3, bad: 0 }]);
  });

  test("in a copy of its log too", () => {
    const log = Array.from({ length: 500 }, (_, at) => event(put(at, at + 1, { at })));
    const twice = reported(auditOf([log, log]));
    expect([twice.writes, twice.effects]).toEqual([500, audited(log).effects]);
  });

  test("is another at another time, or of another request", () => {
    const same = { ...put(7, 7), auditID: "a" };
    expect(audited([same, same]).writes).toBe(1);
    expect(audited([same, { ...same, at: 1 }]).writes).toBe(2);
    expect(audited([same, { ...same, auditID: "b" }]).writes).toBe(2);
  });
});

describe("values of secrets", () => {
  const values = ["hunter2", "hunter3"] as const;
  const applied = "kubectl.kubernetes.io/last-applied-configuration";
  const secret = (version: number, of: JsonObject): Json => {
    const value = values[version % 2] as string;
    return {
      apiVersion: "v1",
      kind: "Secret",
      metadata: {
        name: "s",
        resourceVersion: String(version),
        annotations: { [applied]: JSON.stringify({ data: { password: value } }), note: value },
      },
      data: { password: value },
      stringData: { password: value },
      ...of,
    };
  };
  test.each<[string, JsonObject]>([
    ["Secret", {}],
    ["no kind", { kind: null }],
    ["a part", { apiVersion: "meta.k8s.io/v1", kind: "PartialObjectMetadata" }],
    ["another kind", { apiVersion: "example.com/v1", kind: "Thing" }],
  ])("are shown of no answer of secrets: %s", (_, of) => {
    const given = Array.from({ length: 30 }, (__, index) =>
      put(index, index + 1, {
        at: index,
        ref: { apiGroup: "", resource: "secrets", name: "s", resourceVersion: String(index) },
        answer: secret(index + 1, of),
      }),
    );
    const text = JSON.stringify(audited(given));
    for (const value of values) expect(text).not.toContain(value);
  });
});

describe("memory", () => {
  test("holds long names by their beginning, and tells them apart", () => {
    const long = (end: string): Given => ({
      agent: `${"x".repeat(5000)}${end}`,
      ref: { name: "n".repeat(5000) + end },
    });
    const { objects, writers } = audited([long("a"), long("b"), long("a")]);
    expect(objects.map(({ writes }) => writes)).toEqual([2, 1]);
    expect(writers.map(({ userAgent = "" }) => userAgent.slice(195))).toEqual([
      expect.stringMatching(/^x{5}…[0-9a-f]{8}$/),
      expect.stringMatching(/^x{5}…[0-9a-f]{8}$/),
    ]);
    for (const { name } of objects) expect(name.length).toBeLessThan(254);
  });

  test("counts what waits, and the names of objects", () => {
    const over = (name: string, at: number): Given =>
      put(7, 0, { level: "Metadata", at, ref: { name, resourceVersion: "7" } });
    const many = Array.from({ length: 100 }, (_, index) => over(`${"n".repeat(200)}${index}`, index));
    const { notes } = audited(many, { memory: 100_000 });
    expect(notes).toContainEqual({ code: "versions-forgotten", objects: expect.any(Number) });
  });

  test("does not keep an object that no server would take", () => {
    const large = (version: number): Given =>
      put(version - 1, version, { at: version, answer: web(version, { x: "x".repeat(4 << 20) }) });
    expect(audited([large(1), large(2)]).effects).toEqual({ unknown: 2 });
  });
});
