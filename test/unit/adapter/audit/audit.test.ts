import { describe, expect, test } from "vitest";
import type { Json } from "../../../../src/core/json.js";
import { type AuditInput, audited, auditOf, event, type Given, put, reported, web } from "./events.js";

const requests = { reads: 0, writes: 0, dryRuns: 0, refused: 0, calls: 0, other: 0, repeats: 0 };

describe("what a request was", () => {
  const rows: readonly (readonly [string, Given, Partial<typeof requests>])[] = [
    ["get", { verb: "get" }, { reads: 1 }],
    ["list", { verb: "list", ref: { name: "" } }, { reads: 1 }],
    ["watch", { verb: "watch" }, { reads: 1 }],
    ["update", {}, { writes: 1 }],
    ["patch", { verb: "patch" }, { writes: 1 }],
    ["create", { verb: "create", code: 201 }, { writes: 1 }],
    ["delete", { verb: "delete" }, { writes: 1 }],
    ["deletecollection", { verb: "deletecollection" }, { writes: 1 }],
    ["a status", { ref: { subresource: "status" } }, { writes: 1 }],
    ["an eviction", { verb: "create", ref: { resource: "pods", subresource: "eviction" } }, { calls: 1 }],
    ["a token", { verb: "create", ref: { resource: "serviceaccounts", subresource: "token" } }, { calls: 1 }],
    ["a review", { verb: "create", ref: { apiGroup: "authorization.k8s.io" } }, { calls: 1 }],
    ["a proxied PUT", { ref: { resource: "services", subresource: "proxy" } }, { calls: 1 }],
    ["exec", { verb: "create", ref: { resource: "pods", subresource: "exec" } }, { calls: 1 }],
    ["about no object", { verb: "post", ref: null }, { other: 1 }],
    ["refused", { code: 409 }, { refused: 1 }],
    ["broken off", { stage: "Panic", code: 500 }, { refused: 1 }],
    ["without a code", { code: null }, { refused: 1 }],
    ["a dry run", { verb: "patch", query: "?fieldManager=op&dryRun=All&force=true" }, { dryRuns: 1 }],
    ["a dry run, escaped", { query: "?dryRun=%41ll" }, { dryRuns: 1 }],
    [
      "a deletion's dry run",
      { verb: "delete", body: { kind: "DeleteOptions", dryRun: ["All"] } },
      { dryRuns: 1 },
    ],
    ["no dry run", { query: "?dryRunning=All" }, { writes: 1 }],
  ];
  test.each(rows)("%s", (_, given, counts) => {
    const { requests: found, writes } = audited([given]);
    expect(found).toEqual({ ...requests, ...counts });
    expect(writes).toBe(counts.writes ?? 0);
  });

  test("stages before the answer are skipped", () => {
    const document = audited([{ stage: "RequestReceived" }, { stage: "ResponseStarted" }]);
    expect(document.lines).toEqual({ read: 2, skipped: 2, bad: 0 });
    expect(document.requests).toEqual(requests);
    expect(document.notes).toEqual([{ code: "no-answered-stage", lines: 2 }]);
  });

  test("only in the time that is asked for", () => {
    const events = [0, 10, 20, 30].map((at) => ({ at }));
    const second = Date.UTC(2026, 10, 30, 18) * 1000;
    const { writes, from, to } = audited(events, { since: second + 10e6, until: second + 30e6 });
    expect([writes, from, to]).toEqual([2, "2026-11-30T18:00:10.100Z", "2026-11-30T18:00:20.100Z"]);
  });
});

describe("lines that are none", () => {
  const rows: readonly (readonly [string, string])[] = [
    ["no JSON", "{"],
    ["truncated", event().slice(0, -20)],
    ["truncated, and the next behind it", event({ verb: "get" }).slice(0, 300) + event()],
    ["something behind", `${event()} x`],
    ["a number", "1"],
    [
      "another object",
      '{"kind":"Event","apiVersion":"v1","level":"Request","stage":"ResponseComplete","verb":"get"}',
    ],
    ["without a level", event({ level: "Everything" })],
    [
      "without a verb",
      '{"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"Metadata","stage":"ResponseComplete"}',
    ],
  ];
  test.each(rows)("%s", (_, line) => {
    expect(audited([line, {}]).lines).toEqual({ read: 2, skipped: 0, bad: 1 });
  });

  const hostile: readonly (readonly [string, string])[] = [
    [
      "spaced, and other members first",
      JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(event())).reverse()), null, 1).replaceAll(
        "\n",
        " ",
      ),
    ],
    ["the last of two members counts", event({ verb: "get" }).replace(/}$/, ',"verb":"update"}')],
    ["a key with an escape", event().replace('"verb"', '"v\\u0065rb"')],
    [
      "keys of prototypes",
      event().replace(
        '"annotations":{',
        '"__proto__":{"verb":"get"},"constructor":1,"annotations":{"toString":"x","__proto__":"y",',
      ),
    ],
    ["a carriage return", `${event()}\r`],
    [
      "a body that looks like an event",
      event({ body: { stage: "RequestReceived", verb: "get", x: '"verb":"get"}' } }),
    ],
  ];
  test.each(hostile)("but this is one: %s", (_, line) => {
    const { lines, requests: found } = audited([line, "", "  "]);
    expect([lines, found.writes]).toEqual([{ read: 1, skipped: 0, bad: 0 }, 1]);
  });

  test("lists of events are read, also where an item is none", () => {
    const items = () => [event(), event({ verb: "get" })].map((each) => JSON.parse(each));
    const list = (more: readonly Json[]) =>
      JSON.stringify({
        kind: "EventList",
        apiVersion: "audit.k8s.io/v1",
        metadata: {},
        items: [...items(), ...more],
      });
    const { lines, requests: found } = audited([list([]), list([1])]);
    expect(lines).toEqual({ read: 2, skipped: 0, bad: 1 });
    expect(found).toEqual({ ...requests, reads: 2, writes: 2 });
  });
});

describe("who sent it", () => {
  const rows: readonly (readonly [string, Given, string])[] = [
    ["the request's field manager", { query: "?fieldManager=me&force=true", agent: "x/1" }, "me"],
    ["escaped", { query: "?force=true&fieldManager=a%2Fb%26c" }, "a/b&c"],
    [
      "what stands before the slash",
      { agent: "kube-controller-manager/v1.36 (linux/amd64)" },
      "kube-controller-manager",
    ],
    ["all without a slash", { agent: "Go-http-client" }, "Go-http-client"],
    ["nobody", { agent: "" }, "unknown"],
    ["128 bytes at most", { agent: `${"é".repeat(100)}/1` }, "é".repeat(64)],
    ["what can be printed", { agent: "a\u0007b\u200b/1" }, "ab"],
  ];
  test.each(rows)("%s", (_, given, manager) => {
    expect(audited([given]).writers.map((each) => each.manager)).toEqual([manager]);
  });
});

/** What the log of these events says of the last. */
const effects = (...events: AuditInput) => audited(events).effects;
const noops = (...events: AuditInput) => audited(events).saved.noops;

const patch = (version: number, at: number, given: Given = {}): Given => ({
  verb: "patch",
  query: "?fieldManager=op&force=true",
  at,
  answer: web(version),
  ...given,
});

test.each([
  ["gateway.networking.k8s.io", "v1", "gateways", "Gateway"],
  ["networking.k8s.io", "v1", "networkpolicies", "NetworkPolicy"],
  ["networking.k8s.io", "v1", "ingresses", "Ingress"],
  ["discovery.k8s.io", "v1", "endpointslices", "EndpointSlice"],
  ["", "v1", "endpoints", "Endpoints"],
  ["example.org", "v1", "gateways", "gateways"],
])("a write to %s/%s %s, without its body, is one to a %s", (apiGroup, apiVersion, resource, kind) => {
  const write: Given = { level: "Metadata", verb: "patch", ref: { apiGroup, apiVersion, resource } };
  expect(audited([write]).writers.map((writer) => writer.kind)).toEqual([kind]);
});

describe("a no-op", () => {
  test("is a PUT that was answered with the version that it was made over", () => {
    expect(effects(put(7, 7))).toEqual({ nothing: 1 });
    expect(noops(put(7, 7))).toBe(1);
    expect(noops(put(7, 8))).toBe(0);
  });

  test("is a write that was answered with the version that an answer before it had", () => {
    expect(noops(patch(7, 0), patch(7, 1))).toBe(1);
    expect(noops({ verb: "create", code: 201, answer: web(7) }, patch(7, 1))).toBe(1);
    expect(noops(patch(7, 0), patch(7, 0.1))).toBe(1);
  });

  test("is none where the two overlapped: the first may have been answered with what the second wrote", () => {
    expect(effects(patch(7, 0), patch(7, 0.05))).toEqual({ unknown: 2 });
  });

  test("is none where another server's log has the answer: its clock may be another", () => {
    const { effects: found } = reported(auditOf([[patch(7, 0)], [patch(7, 60)]]));
    expect(found).toEqual({ unknown: 2 });
  });

  test("is a write of the scale, which has the object's version", () => {
    const scale: Json = {
      apiVersion: "autoscaling/v1",
      kind: "Scale",
      metadata: { name: "web", resourceVersion: "7" },
    };
    const put: Given = { ref: { subresource: "scale" }, at: 1, body: scale, answer: scale };
    expect(noops(patch(7, 0), put)).toBe(1);
    expect(audited([patch(7, 0), put]).writers.map(({ kind }) => kind)).toEqual(["Deployment"]);
  });

  test("is none where the answer is a Status, is cut off, or is not there", () => {
    const status: Json = {
      kind: "Status",
      apiVersion: "v1",
      metadata: { resourceVersion: "7" },
      status: "Success",
    };
    expect(effects(patch(7, 0), patch(7, 1, { answer: status }))).toEqual({ unknown: 2 });
    const cut = patch(7, 1, { annotations: { "audit.k8s.io/truncated": "true" } });
    const { answer: _, ...without } = cut;
    expect(audited([without]).notes).toEqual([{ code: "bodies-cut-off", writes: 1 }]);
    const { answer: __, ...missing } = patch(7, 1);
    expect(audited([missing]).notes).toEqual([{ code: "answers-missing", writes: 1 }]);
  });

  test("is none where it took the last finalizer of an object that was being deleted", () => {
    const ending = {
      ...(web(7) as object),
      metadata: { name: "web", resourceVersion: "7", deletionTimestamp: "2026-11-30T18:00:00Z" },
    };
    expect(effects(put(7, 7, { answer: ending as Json }))).toEqual({ unknown: 1 });
  });

  test("is none where the update states another version: the answers are not in their order", () => {
    expect(noops(patch(7, 0), put(6, 7, { at: 1 }))).toBe(0);
  });

  test("is none where an update states version 0, which is to overwrite any", () => {
    const over = (at: number): Given => put(0, 0, { level: "Metadata", at });
    expect(effects(over(0), over(1), over(2))).toEqual({ unknown: 3 });
  });

  test("is known of a deleted object no more", () => {
    expect(effects(patch(7, 0), { verb: "delete", at: 1 }, patch(7, 2))).toEqual({ unknown: 2, delete: 1 });
  });

  test.each(["Metadata", "Request"])(
    "at %s, is a PUT where the next one was made over the same version",
    (level) => {
      const over = (version: number, at: number): Given => put(version, 0, { level, at, body: web(version) });
      expect(noops(over(7, 0))).toBe(0);
      expect(audited([over(7, 0), over(7, 1), over(7, 2), over(8, 3)])).toMatchObject({
        effects: { nothing: 2, unknown: 2 },
        saved: { noops: 2 },
      });
      expect(noops(over(7, 0), over(7, 0.05))).toBe(0);
      expect(noops(over(7, 0), { ...over(7, 1), code: 409 })).toBe(0);
    },
  );

  test("at Request, is not what was sent again: that is counted by itself", () => {
    const same: Given = {
      verb: "patch",
      level: "Request",
      query: "?fieldManager=op",
      body: { spec: { replicas: 1 } },
    };
    const document = audited([
      same,
      same,
      same,
      { ...same, body: { spec: { replicas: 2 } } },
      { ...same, query: "?fieldManager=other" },
    ]);
    expect(document.requests.repeats).toBe(2);
    expect(document.effects).toEqual({ unknown: 5 });
    expect(document.findings).toEqual([]);
    expect(document.notes).toEqual([{ code: "without-answers", writes: 5 }]);
  });

  test("costs what the way of writing costs", () => {
    const { cpu, saved, writers } = audited([put(7, 7), patch(7, 1), patch(7, 2, { query: "" })]);
    expect(writers[0]?.noops).toEqual({ apply: 1, update: 1, patch: 1 });
    expect([cpu.noopSeconds, saved]).toEqual([0.005, { noops: 3, moves: 0, seconds: 0.005 }]);
  });
});

describe("a write that moved the version", () => {
  test("is compared with the version before", () => {
    expect(effects(put(6, 7), put(7, 8, { at: 1 }))).toEqual({ unknown: 1, nothing: 1 });
    expect(effects(put(6, 7), put(7, 8, { at: 1, answer: web(8, { replicas: 2 }, 7) }))).toEqual({
      unknown: 1,
      change: 1,
    });
  });

  test("is unknown where somebody may have written between", () => {
    expect(effects(put(5, 6), put(7, 8, { at: 1 }))).toEqual({ unknown: 2 });
    expect(effects(patch(6, 0), patch(8, 1))).toEqual({ unknown: 2 });
    // One step of the generation is one write.
    expect(effects(patch(6, 0), patch(8, 1, { answer: web(8, {}, 2) }))).toEqual({ unknown: 1, nothing: 1 });
    expect(effects(patch(6, 0), patch(8, 1, { answer: web(8, {}, 3) }))).toEqual({ unknown: 2 });
  });

  test("is somebody else's where managedFields say so", () => {
    const answer = structuredClone(web(8, { replicas: 2 }, 2)) as {
      metadata: { managedFields: { manager: string; time: string }[] };
    };
    answer.metadata.managedFields.push({
      ...answer.metadata.managedFields[0],
      manager: "other",
      time: "2026-11-30T18:00:00Z",
    });
    expect(effects(patch(6, 0), patch(8, 1, { answer: answer as unknown as Json }))).toEqual({ unknown: 2 });
  });

  test("is a finding once it was seen often enough", () => {
    const moves = Array.from({ length: 6 }, (_, index) => put(index, index + 1, { at: index }));
    expect(audited(moves.slice(0, 4)).findings).toEqual([]);
    expect(audited(moves).findings).toMatchObject([
      {
        what: "moves-nothing",
        managers: ["op"],
        userAgents: ["op/v1.0 (linux/amd64)"],
        kind: "Deployment",
        writes: 5,
        objects: 1,
      },
    ]);
  });

  test("in a Secret shows none of its values", () => {
    const secret = (version: number, value: string): Json => ({
      apiVersion: "v1",
      kind: "Secret",
      metadata: { name: "s", namespace: "demo", resourceVersion: String(version) },
      data: { password: Buffer.from(value).toString("base64") },
    });
    const ref = { apiGroup: "", resource: "secrets", name: "s" };
    const flips = Array.from({ length: 30 }, (_, index): Given => {
      const value = index % 2 === 0 ? "hunter2" : "hunter3";
      return put(index, index + 1, {
        at: index,
        ref: { ...ref, resourceVersion: String(index) },
        body: secret(index, value),
        answer: secret(index + 1, value),
      });
    });
    const document = audited(flips);
    expect(document.findings.map(({ what }) => what)).toEqual(["flips"]);
    const text = JSON.stringify(document);
    for (const value of ["hunter2", "hunter3"])
      expect(text).not.toContain(Buffer.from(value).toString("base64"));
  });
});

describe("bounds", () => {
  test("versions that no longer fit are forgotten, and that is said", () => {
    const of = (name: string, at: number): Given => patch(7, at, { ref: { name }, answer: web(7) });
    const document = audited([of("a", 0), of("b", 1), of("c", 2), of("a", 3)], { memory: 2000 });
    expect(document.effects).toEqual({ unknown: 4 });
    expect(document.notes).toEqual([{ code: "versions-forgotten", objects: expect.any(Number) }]);
  });
});
