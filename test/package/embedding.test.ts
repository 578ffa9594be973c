import { cpSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, inject, test } from "vitest";
import { node, write } from "./helper.js";

const { folder } = inject("installed");
const page = readFileSync(
  join(fileURLToPath(new URL("../..", import.meta.url)), "docs/embedding.md"),
  "utf8",
);
const place = join(folder, "embedding");

/** The page's blocks of code as one module, and what a controller has at hand. */
const STAGE = `
import { createEnsurer, createGate } from "churngate";
import { createMemoryPort } from "churngate/testing";
import * as page from "./page.mjs";
const port = createMemoryPort();
const gate = createGate({ mode: "apply", fieldManager: "my-operator" });
const said = [];
const { Registry } = await import("prom-client");
const registry = new Registry();
const ensurer = createEnsurer({ port, gate, onEvent: page.watched(registry, (text) => said.push(text)) });
const configMap = (name, data = { a: "1" }, more = {}) => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace: "demo", ...more }, data });
const writes = () => { const { length } = port.requests.filter(({ verb }) => !["read", "list"].includes(verb)); port.clearRequests(); return length; };
const show = (...values) => console.log(JSON.stringify(values));
`;

const rows: readonly [name: string, program: string, lines: readonly unknown[]][] = [
  [
    "one object",
    `const first = await page.reconcile(ensurer, configMap("a"));
     show(first.result, first.why, writes());
     const again = await page.reconcile(ensurer, configMap("a"));
     show(again.result, again.why, again.version === first.version, writes());`,
    [
      ["created", "not-found", 1],
      ["unchanged", "equal", true, 0],
    ],
  ],
  [
    "the same objects again and again",
    `const wanted = ["a", "b"].map((name) => configMap(name));
     await ensurer.ensureAll(wanted);
     const pass = page.sweep(gate, wanted, ({ metadata }) => port.objects().find((each) => each.metadata.name === metadata.name));
     show(pass().length, pass().length);
     await ensurer.ensure(configMap("b", { a: "2" }));
     show(pass().map(({ metadata }) => metadata.name));`,
    [[0, 0], [["b"]]],
  ],
  [
    "a set, and what is wanted no longer",
    `const { object: owner } = await ensurer.ensure(configMap("owner"));
     const ownerReferences = [{ apiVersion: "v1", kind: "ConfigMap", name: "owner", uid: owner.metadata.uid }];
     const set = ["a", "b"].map((name) => configMap(name, {}, { ownerReferences }));
     await page.reconcileAll(ensurer, set, () => undefined, owner);
     const names = () => port.objects().map(({ metadata }) => metadata.name).sort();
     show(names());
     await page.reconcileAll(ensurer, set.slice(1), ({ metadata }) => port.objects().find((each) => each.metadata.name === metadata.name), owner);
     show(names());
     await page.reconcileAll(ensurer, [{ ...configMap("c"), kind: undefined }], () => undefined, owner).catch((error) => show(error.errors[0].code));`,
    [["a", "b", "owner"], ["b", "owner"], "no-kind"].map((each) => [each]),
  ],
  [
    "a status",
    `const live = (await ensurer.ensure({ apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "a", namespace: "demo" }, spec: {
       selector: { matchLabels: { app: "a" } }, template: { metadata: { labels: { app: "a" } }, spec: { containers: [{ name: "a", image: "a" }] } } } })).object;
     const report = async (ready) => show(await page.report(ensurer, port.objects()[0], ready), writes());
     writes();
     await report(false); await report(false); await report(true);`,
    [
      ["updated", 1],
      ["unchanged", 0],
      ["updated", 1],
    ],
  ],
  [
    "what the server makes of it",
    `const observed = () => page.observingEnsurer(port);
     const desired = { apiVersion: "example.com/v1", kind: "Widget", metadata: { name: "w", namespace: "demo" }, spec: { a: 1 } };
     const run = async (ensurer) => { const { result, decision } = await ensurer.ensure(desired); return [result, decision.strategy]; };
     const first = observed();
     show(await run(first), await run(first), writes());
     show(await run(observed()), port.requests.filter(({ verb }) => verb !== "read").map(({ dryRun }) => dryRun));`,
    [
      [["created", "observed"], ["unchanged", "observed"], 1],
      [["unchanged", "observed"], [true]],
    ],
  ],
  [
    "what happens",
    `for (let round = 0; round < 6; round++) {
       await ensurer.ensure(configMap("a"));
       await port.apply(configMap("a", { a: "theirs" }), { fieldManager: "rival", force: true });
     }
     const text = await registry.metrics();
     show(/churngate_writes_total\\{.*kind="ConfigMap".*\\} 6/.test(text), said);`,
    [[true, ["ConfigMap a: rival undoes data.a"]]],
  ],
  [
    "a port over fetch",
    `const { createServer } = await import("node:http");
     const seen = [];
     const server = createServer(async (request, response) => {
       const [path, query] = request.url.split("?");
       seen.push([request.method, path, query].filter(Boolean).join(" "));
       const chunks = []; for await (const chunk of request) chunks.push(chunk);
       const body = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks)) : undefined;
       const ref = { apiVersion: "v1", kind: "ConfigMap", namespace: "demo", name: path.split("/")[6] };
       try {
         const found = request.method === "GET" ? await port.read(ref) : request.method === "POST" ? await port.create(body) : await port.replace(body);
         response.statusCode = found ? 200 : 404;
         response.end(JSON.stringify(found ?? { kind: "Status", reason: "NotFound", details: { kind: "configmaps" } }));
       } catch (error) { response.statusCode = error.status; response.end(JSON.stringify({ kind: "Status", reason: error.details.reason, message: error.message })); }
     });
     await new Promise((done) => server.listen(0, "127.0.0.1", done));
     const over = createEnsurer({ port: page.fetchPort("http://127.0.0.1:" + server.address().port, {}), gate: createGate({ fieldManager: "me" }) });
     show((await over.ensure(configMap("a"))).result, (await over.ensure(configMap("a", { a: "2" }))).result, (await over.ensure(configMap("a", { a: "2" }))).result);
     show(seen);
     show(await over.ensureStatus(configMap("a")).catch(({ code }) => code));
     server.closeAllConnections(); server.close();`,
    [
      ["created", "updated", "unchanged"],
      [
        [
          "GET /api/v1/namespaces/demo/configmaps/a",
          "POST /api/v1/namespaces/demo/configmaps fieldManager=me",
          "GET /api/v1/namespaces/demo/configmaps/a",
          "PUT /api/v1/namespaces/demo/configmaps/a fieldManager=me",
          "GET /api/v1/namespaces/demo/configmaps/a",
        ],
      ],
      ["bad-option"],
    ],
  ],
];

beforeAll(() => {
  const blocks = [...page.matchAll(/```js\n([\s\S]*?)```/g)].map(([, text = ""]) => text);
  expect(blocks).toHaveLength(8);
  write(place, { "page.mjs": blocks.join("\n") });
  const client = dirname(createRequire(import.meta.url).resolve("prom-client/package.json"));
  const modules = join(place, "node_modules");
  // Beside a copy, so that the installed one stays without it.
  cpSync(join(folder, "node_modules"), modules, { recursive: true });
  for (const name of ["prom-client", "tdigest", "bintrees", "@opentelemetry/api"])
    cpSync(join(dirname(client), name), join(modules, name), { recursive: true });
});

test.each(rows)("docs/embedding.md: %s", (_, program, lines) => {
  write(place, { "run.mjs": `${STAGE}${program}` });
  const { out, err } = node(place, "run.mjs");
  expect({
    err,
    lines: out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line || "null")),
  }).toEqual({ err: "", lines });
});

test("docs/embedding.md and README.md: their code is right by its types", () => {
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  const [, shown = ""] = /```js\n([\s\S]*?)```/.exec(readme) ?? [];
  write(place, { "readme.mjs": shown });
  const options = {
    allowJs: true,
    checkJs: true,
    noEmit: true,
    strict: true,
    noImplicitAny: false,
    skipLibCheck: true,
  };
  const types = [dirname(createRequire(import.meta.url).resolve("@types/node/package.json"))];
  const modules = { module: "nodenext", moduleResolution: "nodenext", target: "es2023", types };
  write(place, {
    "tsconfig.json": JSON.stringify({
      compilerOptions: { ...options, ...modules },
      files: ["page.mjs", "readme.mjs"],
    }),
  });
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  expect(node(place, tsc, "-p", ".")).toEqual({ out: "", err: "", code: 0 });
});
