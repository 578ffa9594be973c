import { isDeepStrictEqual } from "node:util";
import { EnsureError } from "../../../src/adapter/ensure/ensure-error.js";
import { versionOf } from "../../../src/adapter/port/object.js";
import type { ObjectRef } from "../../../src/adapter/port/port.js";
import type { Mode } from "../../../src/core/decision.js";
import { isObject, type JsonObject, type KubeObject } from "../../../src/core/json.js";
import { configMap } from "./config-map.js";
import { noteLike } from "./note.js";
import type { Does, Fault, Noted } from "./proxy.js";
import type { Task } from "./rows.js";
import type { Stack } from "./stacks.js";
import { type Stage, staged } from "./stage.js";

/** What came of an ensure under faults. */
export interface Outcome {
  /** The result, or the error's code. */
  readonly outcome: string;
  /** Tries that failed or met a conflict. */
  readonly retries: number;
  /** Writes that came to the proxy. */
  readonly sent: number;
  /** Writes that were passed on to the server. */
  readonly reached: number;
  /** Writes that moved the object's resourceVersion. */
  readonly changes: number;
  /** Does the server have what was desired? */
  readonly asDesired: boolean;
  /** Is what the last change left still there? */
  readonly untouched: boolean;
  /** The fewest milliseconds between a struck request and the next. */
  readonly apart: number;
}

/** What `npm run faults` prints of a test. */
interface Told {
  readonly what: string;
  readonly on: Does;
  /** Where it differs by mode. */
  readonly mode?: Mode;
  readonly outcome: Outcome;
}

declare module "vitest" {
  interface TaskMeta {
    fault?: Told;
  }
}

export interface Played {
  readonly mode: Mode;
  readonly stack: Stack;
  readonly task: Task;
  readonly on: Does;
  readonly times: number;
  /** `foreign` is to be called with what others wrote. */
  make(stage: Stage, foreign: (object: KubeObject) => void): Fault;
}

/** Ensures one object, while the first `times` requests of a sort are struck by a fault. */
export async function play({ mode, stack, task, on, times, make }: Played): Promise<Outcome> {
  let fault: Fault | undefined;
  let left = times;
  const struck: Noted[] = [];
  const strike = (noted: Noted): Fault | undefined => {
    if (noted.does !== on || left === 0) return undefined;
    left--;
    struck.push(noted);
    return fault;
  };
  return staged(strike, { mode, stack }, async (stage) => {
    const foreign = new Set<string | undefined>();
    fault = make(stage, (object) => foreign.add(versionOf(object)));
    const asked = on === "discovery" ? await noteLike(stage.ref(), stage.client) : stage.ref();
    const { ref, desired, base } = subjectOf(task, asked);
    if (base !== undefined)
      foreign.add(versionOf(await stage.other.create(base, { fieldManager: "tester" })));
    const { outcome, retries } = await settled(stage, task, desired);
    const writes = stage.proxy.noted.filter(({ does }) => does === "write");
    const versions = new Set(writes.map(({ version }) => version));
    versions.delete(undefined);
    for (const version of foreign) versions.delete(version);
    const after = await stage.other.read(ref);
    return {
      outcome,
      retries,
      sent: writes.length,
      reached: writes.filter(({ code }) => code !== undefined).length,
      changes: versions.size,
      asDesired: holds(desired, after),
      untouched: [...(versions.size > 0 ? versions : foreign)].at(-1) === versionOf(after),
      apart: gapAfter(struck, stage.proxy.noted),
    };
  });
}

async function settled(
  { ensurer, events }: Stage,
  task: Task,
  desired: KubeObject,
): Promise<Pick<Outcome, "outcome" | "retries">> {
  const tries = () => events.filter(({ type }) => type === "retry" || type === "conflict").length;
  try {
    const { result, retries } = await (task === "status"
      ? ensurer.ensureStatus(desired)
      : ensurer.ensure(desired));
    return { outcome: result, retries };
  } catch (error) {
    // The last failure is told of as the error.
    if (error instanceof EnsureError) return { outcome: error.code, retries: tries() };
    throw error;
  }
}

interface Subject {
  readonly ref: ObjectRef;
  readonly desired: KubeObject;
  /** What is there before. */
  readonly base: KubeObject | undefined;
}

function subjectOf(task: Task, ref: ObjectRef): Subject {
  const isOwn = ref.kind === "ConfigMap";
  if (task === "status")
    return statusSubject(isOwn ? { ...ref, apiVersion: "apps/v1", kind: "Deployment" } : ref);
  const base = task === "create" ? undefined : configMap(ref, { a: "0" });
  return { ref, desired: configMap(ref, { a: "1" }), base };
}

function statusSubject(ref: ObjectRef): Subject {
  const { apiVersion, kind, name, namespace } = ref;
  const labels = { app: name };
  const head = { apiVersion, kind, metadata: { name, namespace } };
  const containers = [{ name: "a", image: "registry.example/a:1" }];
  const spec = {
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers } },
  };
  return {
    ref,
    desired: { ...head, status: { observedGeneration: 1, replicas: 2 } } as KubeObject,
    base: { ...head, spec } as KubeObject,
  };
}

/** Is everything that `wanted` states in `found`? */
function holds(wanted: unknown, found: unknown): boolean {
  if (!isObject(wanted) || !isObject(found)) return isDeepStrictEqual(wanted, found);
  return Object.entries(wanted).every(([key, value]) => holds(value, (found as JsonObject)[key]));
}

function gapAfter(struck: readonly Noted[], noted: readonly Noted[]): number {
  const gaps = struck.map((each) => (noted[noted.indexOf(each) + 1]?.at ?? Infinity) - each.at);
  return Math.min(...gaps);
}
