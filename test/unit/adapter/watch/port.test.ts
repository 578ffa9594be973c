// Watches as the ports over a KubeConfig do them, of a server that is not always well.
import type { ServerResponse } from "node:http";
import { constants, createGzip, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { CompletePort } from "../../../../src/adapter/client-node/index.js";
import type { WatchOptions } from "../../../../src/adapter/port/port.js";
import { lineOf, MAPS, mapOf, portOver, statusOf } from "./server.js";

/** What came, each event as `ADDED a`, and what it ended with. */
async function read(port: CompletePort, options: Partial<WatchOptions> = {}): Promise<readonly string[]> {
  const seen: string[] = [];
  try {
    for await (const { type, object } of port.watch(MAPS, { resourceVersion: "1", ...options }))
      seen.push(`${type} ${object.metadata?.name ?? object.metadata?.resourceVersion}`);
  } catch (error) {
    const { name, code, status } = error as { name: string; code?: string; status?: number };
    seen.push(`! ${name} ${code ?? status}`);
  }
  return seen;
}

const A = lineOf("ADDED", mapOf("a", 2));
const B = lineOf("MODIFIED", mapOf("b", 3));

describe("a stream", () => {
  test.each<[string, (response: ServerResponse) => void, string[]]>([
    ["that ends", (response) => response.end(A + B), ["ADDED a", "MODIFIED b"]],
    ["with nothing", (response) => response.end(), []],
    [
      "a bookmark",
      (response) => response.end(lineOf("BOOKMARK", { ...MAPS, metadata: { resourceVersion: "9" } })),
      ["BOOKMARK 9"],
    ],
    [
      "an error",
      (response) => response.end(A + lineOf("ERROR", statusOf(410))),
      ["ADDED a", "! ApiError 410"],
    ],
    ["an error that says nothing", (response) => response.end('{"type":"ERROR"}\n'), ["! ApiError 500"]],
    ["half a line", (response) => response.end(A + B.slice(0, 20)), ["ADDED a", "! BrokenWatch cut"]],
    ["no JSON", (response) => response.end(`${A}<html>\n`), ["ADDED a", "! BrokenWatch no-event"]],
    ["no object", (response) => response.end("[]\nnull\n"), ["! BrokenWatch no-event"]],
    ["no type", (response) => response.end('{"object":{}}\n'), ["! BrokenWatch no-event"]],
    ["another type", (response) => response.end(lineOf("constructor", {})), ["! BrokenWatch no-event"]],
    [
      "an event without an object",
      (response) => response.end('{"type":"ADDED"}\n'),
      ["! BrokenWatch no-event"],
    ],
    [
      "a refusal",
      (response) => response.writeHead(403).end(JSON.stringify(statusOf(403))),
      ["! ApiError 403"],
    ],
    ["a proxy's page", (response) => response.writeHead(502).end("<html>"), ["! ApiError 502"]],
    [
      "a connection that breaks",
      (response) => response.write(A, () => response.socket?.resetAndDestroy()),
      ["ADDED a", "! Error ECONNRESET"],
    ],
  ])("%s", async (_, answer, seen) => {
    const port = await portOver((_request, response) => answer(response));
    expect(await read(port)).toEqual(seen);
  });

  test("each event as it comes, packed ones too", async () => {
    for (const isPacked of [false, true]) {
      let next = (): void => {};
      const port = await portOver((_request, response) => {
        if (isPacked) response.setHeader("content-encoding", "gzip");
        const stream = isPacked ? createGzip({ flush: constants.Z_SYNC_FLUSH }) : response;
        if (stream !== response) stream.pipe(response);
        stream.write(A);
        next = () => stream.end(B);
      });
      const seen: string[] = [];
      for await (const { type } of port.watch(MAPS, { resourceVersion: "1" })) {
        seen.push(type);
        next();
      }
      expect(seen).toEqual(["ADDED", "MODIFIED"]);
    }
  });

  test("packed, and cut", async () => {
    const port = await portOver((_request, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(A.repeat(9)).subarray(0, -9)),
    );
    expect((await read(port)).at(-1)).toBe("! BrokenWatch cut");
  });

  test("integers that a double cannot hold", async () => {
    const port = await portOver((_request, response) =>
      response.end(A.replace('"kind"', '"big":9007199254740993,"kind"')),
    );
    const seen: unknown[] = [];
    for await (const { object } of port.watch(MAPS, { resourceVersion: "1" })) seen.push(object);
    expect(seen).toMatchObject([{ big: 9007199254740993n }]);
  });

  test("that stays silent, before it begins or within", async () => {
    const silent = await portOver(() => {});
    expect(await read(silent, { silenceMs: 20 })).toEqual(["! BrokenWatch silent"]);
    const within = await portOver((_request, response) => response.write(A));
    // On a busy machine the time may be over before the event has come.
    expect((await read(within, { silenceMs: 200 })).at(-1)).toBe("! BrokenWatch silent");
  });

  test("a line of 100 MB is not waited for", async () => {
    let sent = 0;
    const part = Buffer.alloc(1024 * 1024, "a");
    const port = await portOver((_request, response) => {
      const send = (): void => {
        while (sent++ < 100 && response.write(part));
        response.once("drain", send);
      };
      send();
    });
    expect(await read(port)).toEqual(["! BrokenWatch too-long"]);
    expect(sent).toBeLessThan(60);
  });

  test("who aborts, or reads no further, ends the connection", async () => {
    for (const how of ["abort", "return"]) {
      let closed: Promise<unknown> = Promise.resolve();
      const port = await portOver((request, response) => {
        closed = new Promise((done) => request.socket.once("close", done));
        response.write(A);
      });
      const ending = new AbortController();
      const reading = (async () => {
        for await (const _ of port.watch(MAPS, { resourceVersion: "1", signal: ending.signal })) {
          if (how === "return") return "left";
          setImmediate(() => ending.abort("enough"));
        }
        return "ended";
      })();
      if (how === "return") expect(await reading).toBe("left");
      else await expect(reading).rejects.toBe("enough");
      await closed;
    }
  });
});

test("what is asked", async () => {
  const asked: unknown[] = [];
  const port = await portOver(({ url, headers }, response) => {
    asked.push([url, headers["accept-encoding"], headers.accept]);
    response.end();
  });
  await read(port, { allowWatchBookmarks: true, timeoutSeconds: 7 });
  for await (const _ of port.watch(
    { ...MAPS, namespace: "demo", labelSelector: "a=b", limit: 3 },
    { resourceVersion: "8" },
  ));
  expect(asked).toEqual([
    [
      "/api/v1/configmaps?watch=true&resourceVersion=1&allowWatchBookmarks=true&timeoutSeconds=7",
      "gzip",
      "application/json",
    ],
    [
      "/api/v1/namespaces/demo/configmaps?labelSelector=a%3Db&watch=true&resourceVersion=8",
      "gzip",
      "application/json",
    ],
  ]);
});

test("a namespace of a kind that has none", async () => {
  const port = await portOver((_request, response) => response.end());
  const nodes = { apiVersion: "v1", kind: "Node", namespace: "demo" };
  await expect(port.page(nodes)).rejects.toMatchObject({ name: "UsageError", code: "bad-option" });
  const watching = async (): Promise<void> => {
    for await (const _ of port.watch(nodes, { resourceVersion: "1" }));
  };
  await expect(watching()).rejects.toMatchObject({ name: "UsageError", code: "bad-option" });
});

test("pages", async () => {
  const asked: unknown[] = [];
  const port = await portOver(({ url }, response) => {
    asked.push(url);
    const metadata = { resourceVersion: "7", ...(asked.length === 1 && { continue: "more" }) };
    response.end(JSON.stringify({ metadata, items: [{ metadata: { name: "a" } }] }));
  });
  const object = { ...MAPS, metadata: { name: "a" } };
  expect([await port.page({ ...MAPS, limit: 1 }), await port.page(MAPS, { from: "more" }), asked]).toEqual([
    { objects: [object], resourceVersion: "7", next: "more" },
    { objects: [object], resourceVersion: "7" },
    ["/api/v1/configmaps?limit=1", "/api/v1/configmaps?continue=more"],
  ]);
  const none = await portOver((_request, response) => response.end("{}"));
  await expect(none.page(MAPS)).rejects.toMatchObject({ name: "NoAnswer" });
});
