import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { clientNodePort } from "../../../src/adapter/client-node/index.js";
import type { ApiError } from "../../../src/adapter/port/api-error.js";

let server: Server | undefined;
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
});

const MAP = { apiVersion: "v1", kind: "ConfigMap", namespace: "demo", name: "a" };
const KINDS = { resources: [{ name: "configmaps", kind: "ConfigMap", namespaced: true }] };

/** A port over a server that serves ConfigMaps, and answers what else it is asked as it is told to. */
async function portOver(answer: RequestListener, path = ""): Promise<ReturnType<typeof clientNodePort>> {
  server = createServer((request, response) => {
    if (request.url === `${path}/api/v1`) response.end(JSON.stringify(KINDS));
    else answer(request, response);
  });
  await new Promise<void>((done) => server?.listen(0, "127.0.0.1", done));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  return clientNodePort({
    getCurrentCluster: () => ({ server: address }),
    applyToHTTPSOptions: async () => {},
  });
}

/** A promise that is resolved from elsewhere. */
function latch(): { readonly promise: Promise<void>; resolve(): void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve: () => resolve() };
}

describe("answers that are no success", () => {
  test.each<[string, number, Record<string, string>, string, object]>([
    ["Retry-After", 429, { "retry-after": "3" }, "{}", { details: { retryAfterMs: 3000 } }],
    ["a Status", 403, {}, '{"kind":"Status","reason":"Forbidden","message":"no"}', { message: "no" }],
    ["a page of a proxy", 502, {}, "<html>Bad Gateway</html>", { message: "<html>Bad Gateway</html>" }],
    ["a redirection, which is not followed", 302, { location: "/elsewhere" }, "", { status: 302 }],
    ["no body", 500, {}, "", { message: "the server answered 500" }],
  ])("%s", async (_, status, headers, body, expected) => {
    const port = await portOver((_request, response) => response.writeHead(status, headers).end(body));
    await expect(port.read(MAP)).rejects.toMatchObject({ name: "ApiError", status, ...expected });
  });
});

describe("faults of the connection", () => {
  test("one that breaks before the answer, or within it", async () => {
    const port = await portOver((request) => request.socket.destroy());
    await expect(port.read(MAP)).rejects.toMatchObject({ code: "ECONNRESET" });
    const broken = await portOver((_request, response) => {
      response.writeHead(200, { "content-length": "100" }).write("{");
      setImmediate(() => response.destroy());
    });
    await expect(broken.read(MAP)).rejects.toMatchObject({ code: "ECONNRESET" });
  });

  test("nobody there", async () => {
    const port = await portOver((_request, response) => response.end("{}"));
    server?.close();
    await expect(port.read(MAP)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });

  test("success with what is no JSON", async () => {
    const port = await portOver((_request, response) => response.end("<html>"));
    await expect(port.read(MAP)).rejects.toThrow("no JSON");
  });
});

describe("packed answers", () => {
  const packed = { "content-encoding": "gzip" };
  const found = {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "a" },
    data: { k: "é".repeat(999) },
  };

  test("are asked for, and unpacked", async () => {
    const asked: unknown[] = [];
    const port = await portOver(({ headers }, response) => {
      asked.push(headers["accept-encoding"]);
      response.writeHead(200, packed).end(gzipSync(JSON.stringify(found)));
    });
    expect([await port.read(MAP), asked]).toEqual([found, ["gzip"]]);
  });

  test("of no success, too", async () => {
    const body = gzipSync('{"kind":"Status","reason":"Forbidden","message":"no"}');
    const port = await portOver((_request, response) => response.writeHead(403, packed).end(body));
    await expect(port.read(MAP)).rejects.toMatchObject({ name: "ApiError", status: 403, message: "no" });
  });

  test("that are broken are no answer", async () => {
    const body = gzipSync(JSON.stringify(found)).subarray(0, 20);
    const port = await portOver((_request, response) => response.writeHead(200, packed).end(body));
    await expect(port.read(MAP)).rejects.toMatchObject({ name: "NoAnswer" });
  });
});

test("a signal ends a request that waits for its answer", async () => {
  const asked = latch();
  const ended = latch();
  const port = await portOver((request) => {
    asked.resolve();
    request.socket.on("close", () => ended.resolve());
  });
  const ending = new AbortController();
  const reading = port.read(MAP, { signal: ending.signal });
  await asked.promise;
  ending.abort("enough");
  await expect(reading).rejects.toBe("enough");
  await ended.promise;
});

describe("of kinds that every server has", () => {
  const deployment = { ...MAP, apiVersion: "apps/v1", kind: "Deployment" };
  const widget = { ...MAP, apiVersion: "example.com/v1", kind: "Widget" };
  const unknown = '{"kind":"Status","reason":"NotFound","details":{}}';
  const missing = '{"kind":"Status","reason":"NotFound","details":{"name":"a","kind":"deployments"}}';

  async function asking(answers: Readonly<Record<string, readonly [status: number, body: string]>>) {
    const asked: string[] = [];
    const port = await portOver(({ url = "" }, response) => {
      asked.push(url);
      const [status, body] = answers[url] ?? [404, unknown];
      response.writeHead(status).end(body);
    });
    return { port, asked };
  }

  const path = "/apis/apps/v1/namespaces/demo/deployments/a";

  test("the server is not asked for the paths", async () => {
    const { port, asked } = await asking({ [path]: [200, '{"kind":"Deployment"}'] });
    expect([await port.read(deployment), asked]).toEqual([{ kind: "Deployment" }, [path]]);
  });

  test("nor where an object is not there", async () => {
    const { port, asked } = await asking({ [path]: [404, missing] });
    expect([await port.read(deployment), asked]).toEqual([undefined, [path]]);
  });

  test("but where it does not know one, from then on", async () => {
    const { port, asked } = await asking({});
    await expect(port.read(deployment)).rejects.toMatchObject({ details: { reason: "KindNotServed" } });
    await expect(port.read(deployment)).rejects.toMatchObject({ details: { reason: "KindNotServed" } });
    expect(asked).toEqual([path, "/apis/apps/v1", "/apis/apps/v1"]);
  });

  test("it is for others, and whether a kind has namespaces", async () => {
    const { port, asked } = await asking({});
    await expect(port.read(widget)).rejects.toMatchObject({ details: { reason: "KindNotServed" } });
    await expect(port.isNamespaced(deployment)).rejects.toMatchObject({
      details: { reason: "KindNotServed" },
    });
    expect(asked).toEqual(["/apis/example.com/v1", "/apis/apps/v1"]);
  });
});

test("one list of kinds for all who ask at once; a failed one is asked for again", async () => {
  let asked = 0;
  const port = await portOver((request, response) => {
    if (request.url === "/apis/example.com/v1") {
      asked++;
      if (asked === 1) response.writeHead(503).end("{}");
      else
        response.end(JSON.stringify({ resources: [{ name: "widgets", kind: "Widget", namespaced: true }] }));
    } else response.writeHead(200).end('{"kind":"Widget"}');
  });
  const ref = { ...MAP, apiVersion: "example.com/v1", kind: "Widget" };
  const first = await Promise.allSettled([port.read(ref), port.read(ref)]);
  expect(first.map((each) => each.status === "rejected" && (each.reason as ApiError).status)).toEqual([
    503, 503,
  ]);
  expect(asked).toBe(1);
  await Promise.all([port.read(ref), port.read(ref), port.read(ref)]);
  expect(asked).toBe(2);
  port.forget();
  await port.read(ref);
  expect(asked).toBe(3);
});

test("one who asks for kinds and goes away leaves the others their answer", async () => {
  const release = latch();
  const port = await portOver(async (request, response) => {
    if (request.url === "/apis/example.com/v1") await release.promise;
    response.end(JSON.stringify({ resources: [{ name: "widgets", kind: "Widget", namespaced: true }] }));
  });
  const ref = { ...MAP, apiVersion: "example.com/v1", kind: "Widget" };
  const ending = new AbortController();
  const leaving = port.read(ref, { signal: ending.signal });
  const staying = port.read(ref);
  ending.abort("enough");
  await expect(leaving).rejects.toBe("enough");
  release.resolve();
  await expect(staying).resolves.toBeDefined();
});

test("a server below a path; headers; integers that a double cannot hold, whatever BigInt.prototype is taught", async () => {
  const seen: object[] = [];
  const port = await portOver((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      const { method, url, headers } = request;
      seen.push({ method, url, agent: headers["user-agent"], type: headers["content-type"], body });
      response.end(body);
    });
  }, "/k8s/clusters/c-1");
  const object = {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "a", namespace: "demo" },
    big: 2n ** 60n,
  };
  Object.assign(BigInt.prototype, { toJSON: () => "text" });
  try {
    expect(await port.apply(object, { fieldManager: "a b", force: true, dryRun: true })).toEqual(object);
  } finally {
    delete (BigInt.prototype as { toJSON?: unknown }).toJSON;
  }
  expect(seen).toEqual([
    {
      method: "PATCH",
      url: "/k8s/clusters/c-1/api/v1/namespaces/demo/configmaps/a?fieldManager=a+b&dryRun=All&force=true",
      agent: "churngate",
      type: "application/apply-patch+yaml",
      body: '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","namespace":"demo"},"big":1152921504606846976}',
    },
  ]);
});

test("no current cluster", async () => {
  const port = clientNodePort({ getCurrentCluster: () => null, applyToHTTPSOptions: async () => {} });
  await expect(port.read(MAP)).rejects.toThrow("no current cluster");
});
