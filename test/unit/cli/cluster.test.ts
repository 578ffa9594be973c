import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ApiError, KIND_NOT_SERVED } from "../../../src/adapter/port/api-error.js";
import type { ObjectRef } from "../../../src/adapter/port/port.js";
import { type Client, loadClient } from "../../../src/cli/cluster/client.js";
import type { Cluster } from "../../../src/cli/cluster/cluster.js";
import { loadEngine } from "../../../src/cli/load-engine.js";
import type { Settings } from "../../../src/cli/settings.js";
import { Interruption } from "../../../src/cli/shell.js";
import type { KubeObject } from "../../../src/core/json.js";
import { type CallOptions, cli, folder, manifest, type Outcome } from "./helper.js";

/** A cluster that holds nothing, stores nothing, and notes what is asked. */
class Empty implements Cluster {
  readonly server = "https://empty.example";
  readonly namespace = undefined;
  readonly asked: string[] = [];
  readonly read: (ref: ObjectRef, tries: number) => KubeObject | undefined;
  settings: Settings | undefined;

  constructor(read: Empty["read"] = () => undefined) {
    this.read = read;
  }

  readonly port: Cluster["port"] = {
    read: async (ref) => {
      const asked = `read ${ref.kind} ${ref.namespace ?? ""}/${ref.name}`;
      this.asked.push(asked);
      return this.read(ref, this.asked.filter((each) => each === asked).length);
    },
    create: async (object) => {
      this.asked.push(`create ${object.kind} ${object.metadata?.namespace ?? ""}/${object.metadata?.name}`);
      return object;
    },
    replace: async (object) => object,
    apply: async (object) => object,
    document: async () => ({}),
    isNamespaced: async ({ apiVersion, kind }) => {
      this.asked.push(`scope ${apiVersion} ${kind}`);
      const namespaced = ({ Namespace: false, Widget: true, Cog: false } as Record<string, boolean>)[kind];
      if (namespaced === undefined) throw new ApiError(404, "unknown", { reason: KIND_NOT_SERVED });
      return namespaced;
    },
  };
}

function call(words: readonly string[], cluster: Empty, options: CallOptions = {}): Promise<Outcome> {
  return cli(words, {
    files: { "d.json": manifest("a") },
    factory: loadEngine,
    cluster: async (settings) => {
      cluster.settings = settings;
      return cluster;
    },
    ...options,
  });
}

const settings: readonly (readonly [what: string, words: readonly string[], config: object, got: object])[] =
  [
    [
      "none",
      [],
      {},
      {
        fieldManager: "churngate",
        mode: "replace",
        force: true,
        concurrency: 8,
        timeoutMs: 60_000,
        context: undefined,
      },
    ],
    ["the manager", ["--field-manager", "me"], { fieldManager: "file" }, { fieldManager: "me" }],
    ["the file's manager", [], { fieldManager: "file" }, { fieldManager: "file" }],
    [
      "apply, which has a manager here",
      ["--mode", "apply"],
      {},
      { mode: "apply", fieldManager: "churngate" },
    ],
    ["the context", ["--context", "c"], { context: "file" }, { context: "c" }],
    ["no force", ["--no-force"], {}, { force: false }],
    ["the file's force", [], { force: false }, { force: false }],
    ["concurrency", ["--concurrency", "3"], { concurrency: 5 }, { concurrency: 3 }],
    ["the file's concurrency", [], { concurrency: 5 }, { concurrency: 5 }],
    ["a timeout", ["--timeout", "1m30s"], {}, { timeoutMs: 90_000 }],
    ["a short timeout", [], { timeout: "250ms" }, { timeoutMs: 250 }],
  ];

describe.each(["explain", "apply"])("%s takes from options and churngate.json", (name) => {
  it.each(settings)("%s", async (_what, words, config, got) => {
    const cluster = new Empty();
    const files = { "d.json": manifest("a"), "churngate.json": JSON.stringify(config) };
    await call([name, "-f", "d.json", ...words], cluster, { files });
    expect(cluster.settings).toMatchObject(got);
  });

  it("a kubeconfig, as relative to churngate.json", async () => {
    const cluster = new Empty();
    const cwd = folder({ "churngate.json": '{"kubeconfig":"kube/c"}', "sub/d.json": manifest("a") });
    await call([name, "-f", "d.json"], cluster, { cwd: join(cwd, "sub") });
    expect(cluster.settings?.kubeconfig).toBe(join(cwd, "kube/c"));
  });
});

const refused: readonly (readonly [words: readonly string[], said: string])[] = [
  [["--concurrency", "0"], "--concurrency 0: not a number from 1 to 256"],
  [["--concurrency", "x"], "--concurrency x: not a number from 1 to 256"],
  [["--timeout", "5"], "--timeout 5: not a duration\nSuch as 30s, 2m or 1m30s."],
  [["--timeout", "0s"], "--timeout 0s: not a duration\nSuch as 30s, 2m or 1m30s."],
  [["--timeout", "s30"], "--timeout s30: not a duration\nSuch as 30s, 2m or 1m30s."],
  [
    ["--dry-run=client"],
    "--dry-run client: not one of server, none\nchurngate explain says what would be written.",
  ],
  [["--dry-run=maybe"], "--dry-run maybe: not one of server, none"],
  [["-o", "json-patch"], "--output json-patch: not one of text, json, yaml"],
];

describe("apply refuses", () => {
  it.each(refused)("%j", async (words, said) => {
    const cluster = new Empty();
    const { code, out, err } = await call(["apply", "-f", "d.json", ...words], cluster);
    expect([code, out, err]).toEqual([2, "", `error: ${said}\n`]);
    expect(cluster.asked).toEqual([]);
  });
});

describe("apply takes --dry-run", () => {
  it.each([
    [["--dry-run"], 1],
    [["--dry-run=server"], 1],
    [["--dry-run=none"], 0],
    [[], 0],
  ])("%j", async (words, code) => {
    expect((await call(["apply", "-f", "d.json", ...words], new Empty())).code).toBe(code);
  });
});

describe("an object without a namespace", () => {
  const widget = manifest("w", {}, "Widget", "example.com/v1");
  const cog = manifest("c", { metadata: { namespace: "odd" } }, "Cog", "example.com/v1");
  const files = {
    "d.json": [
      manifest("a"),
      widget,
      widget.replace('"w"', '"w2"'),
      cog,
      manifest("n", {}, "Namespace"),
    ].join("\n"),
  };

  it("is in -n, or else in default; the server is asked once of each kind that has no facts", async () => {
    const cluster = new Empty();
    await call(["explain", "-f", "d.json"], cluster, { files });
    expect(cluster.asked).toEqual([
      "scope example.com/v1 Widget",
      "scope example.com/v1 Cog",
      "read ConfigMap default/a",
      "read Widget default/w",
      "read Widget default/w2",
      "read Cog /c",
      "read Namespace /n",
    ]);
    const named = new Empty();
    await call(["apply", "-f", "d.json", "-n", "demo"], named, { files });
    expect(named.asked).toContain("create ConfigMap demo/a");
    expect(named.asked).toContain("create Widget demo/w");
    expect(named.asked).toContain("create Namespace /n");
  });
});

describe("a read", () => {
  it.each([
    ["that the server wants later", new ApiError(429, "busy", { retryAfterMs: 1 })],
    ["that fails in a way that may pass", new ApiError(503, "away")],
    ["that gets no answer", new TypeError("fetch failed")],
  ])("%s is sent again", async (_what, error) => {
    const busy = new Empty((_ref, tries) => {
      if (tries < 3) throw error;
      return undefined;
    });
    const { code, out } = await call(["explain", "-f", "d.json"], busy);
    expect([code, out]).toEqual([1, expect.stringContaining("1 object: 1 to create")]);
  });

  it("that is answered with something else finds no object, nor that there is none", async () => {
    const proxy = new Empty(() => ({ apiVersion: "v1", kind: "Status" }));
    const { code, out, err } = await call(["explain", "-f", "d.json", "--timeout", "200ms"], proxy);
    expect([code, out]).toEqual([2, "1 object: 1 failed\n"]);
    expect(err).toContain("; last: the server answered with Status\n");
  });

  it("of a kind that is not served, but defined among the objects, finds none", async () => {
    const crd = manifest(
      "gears.example.com",
      { spec: { group: "example.com", names: { kind: "Gear" }, scope: "Namespaced" } },
      "CustomResourceDefinition",
      "apiextensions.k8s.io/v1",
    );
    const files = {
      "d.json": [
        crd,
        manifest("g", {}, "Gear", "example.com/v1"),
        manifest("o", {}, "Odd", "example.com/v1"),
      ].join("\n"),
    };
    const young = new Empty(({ kind }) => {
      if (kind === "Gear") throw new ApiError(404, "unknown", { reason: KIND_NOT_SERVED });
      return undefined;
    });
    const { out, err } = await call(["explain", "-f", "d.json"], young, { files });
    expect(err).toMatch(/^d\.json:3: Odd o: the server does not serve Odd in example\.com\/v1\n/);
    expect(out).toContain("3 objects: 2 to create, 1 failed\n");
    expect(young.asked).toContain("read Gear default/g");
  });

  it("that fails for one object does not stop the others", async () => {
    const files = { "d.json": `${manifest("a")}\n${manifest("b")}` };
    const odd = new Empty(({ name }) => {
      if (name === "a") throw new TypeError("odd");
      return undefined;
    });
    const { code, out, err } = await call(["explain", "-f", "d.json"], odd, { files });
    expect([code, err]).toEqual([2, "d.json:1: ConfigMap default/a: odd\n"]);
    expect(out).toContain("2 objects: 1 to create, 1 failed\n");
  });
});

it("apply that is interrupted before it has begun writes nothing", async () => {
  const cluster = new Empty();
  const signal = AbortSignal.abort(new Interruption(143));
  const { code, out } = await call(["apply", "-f", "d.json"], cluster, { signal });
  expect([code, out]).toEqual([143, "1 object: 1 not done   (interrupted)\n"]);
  expect(cluster.asked).toEqual([]);
});

it("the usage says how it was called", async () => {
  const { out } = await cli(["apply", "--help"], { program: "kubectl churngate" });
  expect(out).toContain("Usage: kubectl churngate apply [options]");
});

describe("a client that is not installed", () => {
  const missing = Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" });
  const hints = [
    ["20.20.2", "npm install @kubernetes/client-node@1.4.0"],
    ["22.0.0", "npm install @kubernetes/client-node@2"],
    ["24.1.0", "npm install @kubernetes/client-node@2"],
  ] as const;

  it.each(hints)("on Node.js %s: %s", async (node, hint) => {
    const load = (): Promise<Client> => Promise.reject(missing);
    await expect(loadClient(load, node)).rejects.toMatchObject({ code: "missing-package", hint });
  });

  it("or that does not run here", async () => {
    const load = (): Promise<Client> => Promise.reject(new Error("zlib has no zstd"));
    await expect(loadClient(load, "20.19.0")).rejects.toMatchObject({
      message: "the package @kubernetes/client-node does not run on Node.js 20.19.0: zlib has no zstd",
      hint: "npm install @kubernetes/client-node@1.4.0",
    });
  });
});
