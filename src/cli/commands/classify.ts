import { type Layout, printable, table } from "../../prose/index.js";
import type { ResolvedRule } from "../../rules/compiled.js";
import type { Context } from "../context.js";
import type { Engine } from "../engine.js";
import { CommandError } from "../errors.js";
import type { Flags } from "../flags.js";
import { type Manifest, readManifests } from "../input/index.js";
import { layoutOf } from "../layout.js";
import { inputText } from "../print-error.js";
import { startProgress } from "../progress.js";
import { settingsOf } from "../settings.js";
import { EXIT } from "../shell.js";

export interface ClassifyFlags extends Flags {
  readonly filename: readonly string[];
  /** By dry runs on the cluster. */
  readonly evidence?: boolean;
  readonly variants?: string;
}

/** One kind, and what it gets. */
interface Classified {
  readonly apiVersion: string;
  readonly kind: string;
  readonly objects: number;
  readonly strategy: string;
  readonly fallback: boolean;
  readonly rule?: { readonly file: string; readonly line: number };
  readonly why?: string;
}

/** `churngate classify`: which strategy each kind in the files gets, and why. */
export async function classify(flags: ClassifyFlags, context: Context): Promise<number> {
  if (flags.evidence) {
    const { classifyByEvidence } = await import("../evidence/classify.js");
    return classifyByEvidence(flags, context);
  }
  const idle = OF_EVIDENCE.find((name) => flags[name] !== undefined);
  if (idle !== undefined)
    throw new CommandError(
      "bad-option",
      `${optionOf(idle, flags)} is for --evidence: without it no cluster is asked`,
    );
  const { shell, engine } = context;
  const settings = await settingsOf(flags, ["text", "json"], shell);
  const { step, end } = startProgress(shell);
  const { cwd, stdin } = shell;
  const { recursive } = settings;
  const input = await readManifests(flags.filename, { cwd, stdin, step, recursive }).finally(end);
  for (const error of input.errors) shell.err(`${inputText(error)}\n`);
  const kinds = classified(input.manifests, await engine(settings));
  if (settings.output === "json") {
    const { toJson } = await import("../output/serialize.js");
    shell.out(toJson({ format: "classify/1", kinds }));
  } else shell.out(classifiedText(kinds, await layoutOf(shell)));
  return input.errors.length > 0 ? EXIT.error : EXIT.nothing;
}

/** What says how the cluster is to be asked. */
const OF_EVIDENCE = ["variants", "kubeconfig", "context", "force", "concurrency", "timeout"] as const;

/** As it was written. */
function optionOf(name: (typeof OF_EVIDENCE)[number], flags: ClassifyFlags): string {
  return flags[name] === false ? `--no-${name}` : `--${name}`;
}

function classified(manifests: readonly Manifest[], engine: Engine): Classified[] {
  const found = new Map<string, Classified>();
  for (const manifest of manifests) {
    const { apiVersion, kind } = manifest;
    const entry = { apiVersion, kind, ...ruleEntry(engine.ruleFor(manifest.object)) };
    const key = JSON.stringify(entry);
    found.set(key, { ...entry, objects: (found.get(key)?.objects ?? 0) + 1 });
  }
  return [...found.values()];
}

function ruleEntry(resolved: ResolvedRule): Pick<Classified, "strategy" | "fallback" | "rule" | "why"> {
  const source = resolved.source("/strategy") ?? resolved.source("");
  const { strategy, why } = resolved.rule;
  return {
    strategy,
    fallback: resolved.fallback,
    ...(source === undefined ? {} : { rule: { file: source.file, line: source.line } }),
    ...(why === undefined || resolved.fallback ? {} : { why }),
  };
}

function classifiedText(kinds: readonly Classified[], layout: Layout | undefined): string {
  const rows = kinds.map(({ apiVersion, kind, objects, strategy, fallback, rule, why }) => [
    printable(`${kind} (${apiVersion})`),
    objects === 1 ? "1 object" : `${objects} objects`,
    strategy,
    fallback ? "no rule: the fallback" : rule === undefined ? "" : printable(`${rule.file}:${rule.line}`),
    printable(why ?? ""),
  ]);
  return table(rows, { limit: 60, layout })
    .map((line) => `${line}\n`)
    .join("");
}
