import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";
import type { Cluster } from "../../../src/cli/cluster/cluster.js";
import type { Context } from "../../../src/cli/context.js";
import type { Engine, EngineFactory } from "../../../src/cli/engine.js";
import { run } from "../../../src/cli/run.js";
import type { Settings } from "../../../src/cli/settings.js";
import type { Shell } from "../../../src/cli/shell.js";
import type { Decision, Explanation, Passed } from "../../../src/core/decision.js";
import type { FactSource, KindFacts } from "../../../src/core/facts.js";
import type { JsonObject } from "../../../src/core/json.js";
import type { ResolvedRule } from "../../../src/rules/compiled.js";

const made: string[] = [];
afterAll(() => {
  for (const directory of made.splice(0)) rmSync(directory, { recursive: true, force: true });
});

/** A directory that holds these files until the test file is done; a file's name may have folders. */
export function folder(files: Readonly<Record<string, string | Uint8Array>>): string {
  const directory = mkdtempSync(join(tmpdir(), "churngate-cli-"));
  made.push(directory);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), text);
  }
  return directory;
}

export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface CallOptions {
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly cwd?: string;
  readonly stdin?: string;
  readonly engine?: Engine;
  /** Makes the engine of the call's settings, instead. */
  readonly factory?: EngineFactory;
  readonly env?: Readonly<Record<string, string>>;
  readonly terminal?: boolean;
  /** How wide the terminal is. */
  readonly columns?: number;
  readonly program?: string;
  readonly signal?: AbortSignal;
  /** Told of what is printed as it is. */
  readonly onOut?: (text: string) => void;
  /** Told of errors and notes as they are printed. */
  readonly onErr?: (text: string) => void;
  /** Reaches the cluster that the call talks to. */
  readonly cluster?: (settings: Settings, shell: Shell) => Promise<Cluster>;
}

/** Runs the command line in a directory of these files. */
export async function cli(arguments_: readonly string[], options: CallOptions = {}): Promise<Outcome> {
  let [out, err] = ["", ""];
  const shell = shellOf(options, {
    out: (text) => {
      out += text;
      options.onOut?.(text);
    },
    err: (text) => {
      err += text;
      options.onErr?.(text);
    },
  });
  const engine = options.factory ?? (async () => options.engine ?? engineOf(() => skip));
  const { cluster = unused } = options;
  const code = await run(arguments_, shell, engine, (settings) => cluster(settings, shell));
  return { code, out, err };
}

function shellOf(options: CallOptions, output: Pick<Shell, "out" | "err">): Shell {
  return {
    ...output,
    stdin: async () => new TextEncoder().encode(options.stdin ?? ""),
    stdinChunks: async function* () {
      yield new TextEncoder().encode(options.stdin ?? "");
    },
    env: options.env ?? {},
    cwd: options.cwd ?? folder(options.files ?? {}),
    program: options.program ?? "churngate",
    interruption: () => options.signal ?? new AbortController().signal,
    unread: new AbortController().signal,
    drawing: () => async () => {},
    columns: options.columns,
    outIsTerminal: options.terminal ?? false,
    errIsTerminal: false,
  };
}

/** A context in which nothing is run. */
export function quietContext(): Context {
  const shell = shellOf({ cwd: "." }, { out: () => {}, err: () => {} });
  return { shell, engine: unused, cluster: unused };
}

type WithoutPayload<T> = T extends unknown ? Omit<T, "payload"> : never;

/** A decision by hand; the payload is desired. */
export type Canned = WithoutPayload<Decision<JsonObject>> & {
  readonly passed?: readonly Passed[];
  readonly body?: JsonObject;
};

export const skip: Canned = { verdict: "skip", strategy: "exact", reason: { code: "equal" } };

const kinds: readonly Partial<KindFacts>[] = [
  { group: "", version: "v1", kind: "ConfigMap", namespaced: true },
  { group: "", version: "v1", kind: "Secret", namespaced: true, sensitive: ["data", "stringData"] },
  { group: "", version: "v1", kind: "Namespace", namespaced: false },
  { group: "apps", version: "v1", kind: "StatefulSet", namespaced: true },
];

const facts: FactSource = {
  kind: (group, version, kind) =>
    kinds.find((each) => each.group === group && each.version === version && each.kind === kind) as
      | KindFacts
      | undefined,
  type: () => undefined,
  kinds: () => kinds as readonly KindFacts[],
};

const unused = (): never => {
  throw new Error("an engine that is told what to decide has no gate");
};

/** An engine that decides as it is told; every kind has the rule rules/<Kind>.json, but for Widget. */
export function engineOf(decide: (desired: JsonObject, live: JsonObject | undefined) => Canned): Engine {
  const ruleFor = (object: JsonObject): ResolvedRule => ({
    rule: { format: 1, group: "", kind: String(object.kind), strategy: "exact", why: "Because." },
    fallback: object.kind === "Widget",
    source: (pointer) =>
      object.kind === "Widget"
        ? undefined
        : { file: `rules/${object.kind}.json`, line: pointer === "/strategy" ? 6 : 1, column: 3 },
  });
  return {
    gate: {
      mode: "replace",
      fieldManager: undefined,
      force: true,
      decide: unused,
      explain: unused,
      prepare: unused,
      ruleFor: unused,
      isSensitive: ({ kind }) => kind === "Secret",
    },
    rules: { facts, resolve: (_group, _version, kind) => ruleFor({ kind }), list: () => [] },
    ruleFor,
    explain: (desired, live) => {
      const { body, passed, ...decision } = decide(desired, live);
      return { ...decision, passed: passed ?? [], payload: () => body ?? desired } as Explanation<JsonObject>;
    },
  };
}

/** An engine that looks decisions up by the object's name. */
export function canned(byName: Readonly<Record<string, Canned>>): Engine {
  return engineOf((desired) => byName[String((desired.metadata as JsonObject).name)] ?? skip);
}

/** The text of one object. */
export function manifest(name: string, more: JsonObject = {}, kind = "ConfigMap", apiVersion = "v1"): string {
  const { metadata, ...rest } = more;
  return JSON.stringify({ apiVersion, kind, metadata: { name, ...(metadata as JsonObject) }, ...rest });
}
