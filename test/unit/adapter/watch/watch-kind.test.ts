// A kind that is watched at a server that fails in the ways that a real one cannot be made to.
import type { IncomingMessage, ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import type { WatchKindOptions, WatchState } from "../../../../src/adapter/watch/types.js";
import { watchKind } from "../../../../src/adapter/watch/watch-kind.js";
import { type ClusterPort, UsageError } from "../../../../src/index.js";
import { lineOf, MAPS, mapOf, portOver, statusOf } from "./server.js";

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

const list =
  (version: number, items: readonly object[], more?: string): Answer =>
  (response) =>
    response.end(
      JSON.stringify({
        metadata: { resourceVersion: String(version), ...(more && { continue: more }) },
        items,
      }),
    );
const watch =
  (...lines: string[]): Answer =>
  (response) =>
    response.end(lines.join(""));
const refuse =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response
      .writeHead(code, headers)
      .end(JSON.stringify(statusOf(code, { details: { kind: "configmaps" } })));
const cut: Answer = (response) => response.socket?.resetAndDestroy();
const bookmark = (resourceVersion: number): string =>
  lineOf("BOOKMARK", { ...MAPS, metadata: { resourceVersion: String(resourceVersion) } });

interface Seen {
  /** `list`, `list from x`, `watch 7` */
  readonly asked: readonly string[];
  /** `first a1`: of a, at version 1 */
  readonly events: readonly string[];
  readonly states: readonly WatchState[];
  /** What it ended with; undefined: quietly. */
  readonly error: unknown;
}

/** Watches a server that answers each request as it is told to, until it is asked once more than that. */
async function play(answers: readonly Answer[], options: Partial<WatchKindOptions> = {}): Promise<Seen> {
  const ending = new AbortController();
  const asked: string[] = [];
  const events: string[] = [];
  const states: WatchState[] = [];
  const port = await portOver((request, response) => {
    if (request.url === "/api/v1") {
      response.end(
        JSON.stringify({ resources: [{ name: "configmaps", kind: "ConfigMap", namespaced: true }] }),
      );
      return;
    }
    const { searchParams: query } = new URL(request.url ?? "", "http://server");
    const answer = answers[asked.length];
    if (answer === undefined) {
      ending.abort();
      return;
    }
    const from = query.get("continue");
    const limit = query.has("limit") ? "" : " whole";
    asked.push(
      query.has("watch")
        ? `watch ${query.get("resourceVersion")}`
        : `list${limit}${from ? ` from ${from}` : ""}`,
    );
    answer(response, request);
  });
  const onEvent: WatchKindOptions["onEvent"] = ({ type, object }) =>
    events.push(`${type} ${object.metadata?.name}${object.metadata?.resourceVersion}`);
  const bounds = { backoffMs: 2, maxBackoffMs: 8 };
  const all = { onEvent, onState: (state: WatchState) => states.push(state), bounds, ...options };
  const error = await watchKind(port, MAPS, { signal: ending.signal, ...all }).catch(
    (error: unknown) => error,
  );
  return { asked, events, states, error };
}

const A1 = mapOf("a", 1);
const B2 = mapOf("b", 2);

describe("what is asked, and told", () => {
  test.each<[string, Answer[], { asked: string[]; events: string[] }]>([
    [
      "a list, and what came after it",
      [
        list(5, [A1, B2]),
        watch(
          lineOf("ADDED", mapOf("c", 6)),
          lineOf("MODIFIED", mapOf("a", 7)),
          lineOf("DELETED", mapOf("b", 8)),
        ),
      ],
      {
        asked: ["list", "watch 5"],
        events: ["first a1", "first b2", "added c6", "modified a7", "deleted b8"],
      },
    ],
    [
      "pages",
      [list(5, [A1], "x"), list(5, [B2])],
      { asked: ["list", "list from x"], events: ["first a1", "first b2"] },
    ],
    [
      "it goes on from the last event, or bookmark",
      [list(5, []), watch(lineOf("ADDED", mapOf("c", 6))), watch(bookmark(9)), cut, watch()],
      { asked: ["list", "watch 5", "watch 6", "watch 9", "watch 9"], events: ["added c6"] },
    ],
    [
      "an event that was told already",
      [
        list(5, [A1]),
        watch(lineOf("ADDED", A1), lineOf("MODIFIED", mapOf("a", 6)), lineOf("MODIFIED", mapOf("a", 6))),
      ],
      { asked: ["list", "watch 5"], events: ["first a1", "modified a6"] },
    ],
    [
      "an object that is deleted and made anew",
      [
        list(5, [A1]),
        watch(
          lineOf("DELETED", mapOf("a", 6)),
          lineOf("ADDED", mapOf("a", 7)),
          lineOf("DELETED", mapOf("a", 8)),
        ),
        refuse(410),
        list(9, []),
      ],
      {
        asked: ["list", "watch 5", "watch 8", "list"],
        events: ["first a1", "deleted a6", "added a7", "deleted a8"],
      },
    ],
    [
      "an ERROR of 410: a list anew says what has become of them",
      [
        list(5, [A1, B2, mapOf("d", 3)]),
        watch(lineOf("ERROR", statusOf(410))),
        list(9, [A1, mapOf("b", 8), mapOf("c", 7)]),
      ],
      {
        asked: ["list", "watch 5", "list"],
        events: ["first a1", "first b2", "first d3", "relisted b8", "added c7", "deleted d3"],
      },
    ],
    [
      "an answer of 410, and a version that is ahead of the server",
      [
        list(5, [A1]),
        refuse(410),
        list(6, [A1]),
        watch(
          lineOf("ERROR", statusOf(504, { details: { causes: [{ reason: "ResourceVersionTooLarge" }] } })),
        ),
        list(2, [A1]),
        watch(),
      ],
      { asked: ["list", "watch 5", "list", "watch 6", "list", "watch 2"], events: ["first a1"] },
    ],
    [
      "pages whose moment is over: all at once",
      [list(5, [A1], "x"), refuse(410), list(6, [A1, B2]), refuse(410), list(7, [])],
      {
        asked: ["list", "list from x", "list whole", "watch 6", "list"],
        events: ["first a1", "first b2", "deleted a1", "deleted b2"],
      },
    ],
    [
      "a first list that fails within: no object is told twice, nor as if it were new",
      [list(5, [A1], "x"), cut, list(6, [A1, B2])],
      { asked: ["list", "list from x", "list"], events: ["first a1", "first b2"] },
    ],
    [
      "half a line: again from the version before; what is no event: a list anew",
      [list(5, []), watch(bookmark(6), bookmark(7).slice(0, 9)), watch("<html>\n"), list(8, [])],
      { asked: ["list", "watch 5", "watch 6", "list"], events: [] },
    ],
    [
      "faults that may pass",
      [refuse(503), cut, list(5, []), refuse(500), refuse(429), watch("ERROR\n".slice(6)), watch()],
      { asked: ["list", "list", "list", "watch 5", "watch 5", "watch 5", "watch 5"], events: [] },
    ],
    [
      "refusals of a server that starts anew",
      [list(5, []), refuse(403), refuse(401), watch(bookmark(6)), refuse(403), watch()],
      { asked: ["list", "watch 5", "watch 5", "watch 5", "watch 6", "watch 6"], events: [] },
    ],
  ])("%s", async (_, answers, expected) => {
    const { asked, events, error } = await play(answers);
    expect({ asked, events, error }).toEqual({ ...expected, error: undefined });
  });
});

describe("what ends it", () => {
  test.each([401, 403, 404, 405, 400])("%d, at once where it comes first", async (status) => {
    const { asked, error } = await play([refuse(status)]);
    expect(asked).toEqual(["list"]);
    expect(error).toMatchObject({ name: "ApiError", status });
  });

  test("the same again and again, later", async () => {
    const { asked, error } = await play([list(5, []), ...Array.from({ length: 9 }, () => refuse(403))]);
    expect(asked).toEqual(["list", ...Array.from({ length: 5 }, () => "watch 5")]);
    expect(error).toMatchObject({ name: "ApiError", status: 403 });
  });

  test("what a caller throws, even where it looks as a fault that may pass", async () => {
    const broken = Object.assign(new Error("a pipe"), { code: "EPIPE" });
    const throws = (): never => {
      throw broken;
    };
    expect((await play([list(5, [A1])], { onEvent: throws })).error).toBe(broken);
    expect((await play([list(5, [A1])], { onState: throws })).error).toBe(broken);
  });

  test("a signal that is aborted before", async () => {
    const { asked, error } = await play([list(5, [])], { signal: AbortSignal.abort() });
    expect([asked, error]).toEqual([[], undefined]);
  });

  test("a port that cannot", async () => {
    const port: ClusterPort = { read: async () => undefined, create: async (object) => object };
    const options = { signal: new AbortController().signal, onEvent: () => {} };
    await expect(watchKind(port, MAPS, options)).rejects.toThrow(UsageError);
  });
});

describe("waits", () => {
  const waits = ({ states }: Seen): number[] =>
    states.flatMap((state) => (state.type === "waiting" ? [state.waitMs] : []));

  test("are twice as long each time, less a random part, up to a bound", async () => {
    const found = waits(await play([list(5, []), cut, cut, cut, cut, cut]));
    for (const [index, most] of [2, 4, 8, 8, 8].entries()) {
      expect(found[index]).toBeGreaterThanOrEqual(most / 2);
      expect(found[index]).toBeLessThanOrEqual(most);
    }
  });

  test("begin anew after an event", async () => {
    const found = waits(await play([list(5, []), cut, cut, cut, watch(bookmark(6)), cut]));
    expect(found[3]).toBeLessThanOrEqual(2);
  });

  test("are as long as the server asks, in an ERROR too", async () => {
    const later = lineOf("ERROR", statusOf(429, { details: { retryAfterSeconds: 1 } }));
    const found = waits(await play([list(5, []), refuse(429, { "retry-after": "1" }), watch(later)]));
    expect(found).toEqual([1000, 1000]);
  });

  test("are none before a list anew, however long the server was away", async () => {
    const seen = await play([list(5, []), cut, cut, cut, refuse(410), list(6, []), watch(bookmark(7))]);
    expect(waits(seen)).toHaveLength(4);
    expect(seen.states.slice(-4).map(({ type }) => type)).toEqual([
      "waiting",
      "listing",
      "watching",
      "waiting",
    ]);
  });

  test("are none after the first 410, and some after the next", async () => {
    const seen = await play([list(5, []), refuse(410), list(6, []), refuse(410), list(7, []), refuse(410)]);
    expect(waits(seen)).toHaveLength(2);
  });
});

test("states", async () => {
  const { states } = await play([
    list(5, [A1]),
    watch(bookmark(6), lineOf("ERROR", statusOf(410))),
    list(7, [A1, B2]),
    watch(),
  ]);
  expect(states).toMatchObject([
    { type: "listing", why: "first" },
    { type: "watching", resourceVersion: "5", objects: 1 },
    { type: "listing", why: "expired" },
    { type: "watching", resourceVersion: "7", objects: 2 },
    { type: "waiting", tries: 1 },
  ]);
});

test("keys that every object has", async () => {
  const names = ["__proto__", "constructor", "toString"];
  const { events } = await play([
    list(
      5,
      names.map((name) => mapOf(name, 1)),
    ),
    refuse(410),
    list(6, []),
  ]);
  expect(events).toEqual([
    ...names.map((name) => `first ${name}1`),
    ...names.map((name) => `deleted ${name}1`),
  ]);
});
