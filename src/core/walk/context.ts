import { NodePorts } from "../computed/node-ports.js";
import type { Site } from "../computed/site.js";
import type { ChangeReason, PassedBy } from "../decision.js";
import { isObject, type Json, type JsonObject, textOf } from "../json.js";
import type { Segment } from "../path.js";

/** What a walk without a report returns at the first difference. Never a value of live. */
export const DIFFERS: Json = Object.freeze({ differs: true });

/** A difference as the walk met it; the decision is made from these. */
export interface FoundChange {
  readonly steps: readonly Step[];
  readonly desired: Json | undefined;
  readonly live: Json | undefined;
  readonly reason: ChangeReason;
  /** JSON pointer into the rule, to the part that decided. */
  readonly part: string;
}

export interface FoundPassed {
  readonly steps: readonly Step[];
  readonly desired: Json | undefined;
  readonly live: Json | undefined;
  readonly by: PassedBy;
  readonly part: string | undefined;
}

/** One step down, as a path segment and as a JSON pointer token. */
export interface Step {
  readonly segment: Segment;
  readonly token: string | number;
}

/** Collects what one walk finds. */
export class Report {
  readonly changes: FoundChange[] = [];
  readonly passed: FoundPassed[] = [];
  readonly steps: Step[] = [];
  /** Lists of desired in which two items are one to the server, so that it refuses the write. */
  readonly repeats: (readonly Step[])[] = [];
  /** The part of the rule that claims the fields being walked. */
  part = "";
  /** Set while a path that the server refuses to change is walked. */
  immutable = false;

  /** Notes a change and returns the value that the payload holds for it. */
  change(reason: ChangeReason, desired: Json | undefined, live: Json | undefined): Json | undefined {
    const steps = [...this.steps];
    if (this.immutable) {
      this.changes.push({ steps, desired, live, reason: { code: "immutable" }, part: this.part });
      return live;
    }
    this.changes.push({ steps, desired, live, reason, part: this.part });
    return desired;
  }

  repeat(): void {
    this.repeats.push([...this.steps]);
  }

  pass(by: PassedBy, desired: Json | undefined, live: Json | undefined, part?: string): void {
    this.passed.push({ steps: [...this.steps], desired, live, by, part });
  }
}

/** Knows which parts of an object a write leaves as live has them. */
export interface Viewer {
  viewOf(desired: JsonObject, live: JsonObject): JsonObject;
}

/** Desired as the write will leave it, for defaults that depend on other fields of the object. */
export function viewOf(cx: Context): JsonObject {
  cx.view ??= cx.viewer?.viewOf(cx.desired, cx.live) ?? cx.desired;
  return cx.view;
}

/** What a walk carries down. One a gate, used again for each decision. */
export interface Context {
  /** The whole desired object, and the whole live one. */
  desired: JsonObject;
  live: JsonObject;
  /** Desired as the write will leave it; see `viewOf`. Undefined until a default that depends on other fields asks for it. */
  view: JsonObject | undefined;
  viewer: Viewer | undefined;
  /** True where what desired leaves out is not looked at. */
  derivative: boolean;
  /** True once desired showed an unknown field or two items with one key. */
  odd: boolean;
  /** True once a look at an apply met another spelling than live's, or a value that is stored otherwise. */
  respelt: boolean;
  /** The name that the caller writes under, where it is known. */
  readonly fieldManager: string | undefined;
  /** What a computed default is asked with; one for all, so that asking builds nothing. */
  readonly site: { -readonly [Key in keyof Site]: Site[Key] };
  /** Absent on the skip path: then nothing is built. */
  report: Report | undefined;
}

const NOTHING: JsonObject = Object.freeze({});

/** A context that no decision is using. */
export function idleContext(fieldManager: string | undefined): Context {
  const site = {
    value: undefined,
    owner: NOTHING,
    fields: undefined,
    root: NOTHING,
    live: undefined,
    liveRoot: NOTHING,
    whole: false,
    manager: fieldManager,
    nodePorts: new NodePorts(),
  };
  return {
    fieldManager,
    site,
    desired: NOTHING,
    view: undefined,
    viewer: undefined,
    live: NOTHING,
    derivative: false,
    odd: false,
    respelt: false,
    report: undefined,
  };
}

/**
 * Runs `then` one step down, at a key. Not to be called from a function of the skip path: what the closure
 * captures would be allocated there too.
 */
export function atKey<T>(report: Report, key: string, then: () => T): T {
  report.steps.push({ segment: { kind: "key", key }, token: key });
  const value = then();
  report.steps.pop();
  return value;
}

/** A difference: stops the skip path, or is noted. */
export function differ(
  cx: Context,
  reason: ChangeReason,
  desired: Json | undefined,
  live: Json | undefined,
): Json | undefined {
  return cx.report === undefined ? DIFFERS : cx.report.change(reason, desired, live);
}

/** Notes a difference that is no reason to write, and gives live's value. */
export function pass(
  cx: Context,
  by: PassedBy,
  desired: Json | undefined,
  live: Json | undefined,
  part?: string,
): Json | undefined {
  if (cx.report !== undefined && !identical(desired, live)) cx.report.pass(by, desired, live, part);
  return live;
}

function identical(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (!isObject(a) || !isObject(b)) return false;
  try {
    return textOf(a) === textOf(b);
  } catch {
    return false; // a cycle: nothing is lost by showing it
  }
}

/** Walks without a report, and says whether the write would change anything. */
export function quietly(cx: Context, walk: () => Json | undefined, live: Json | undefined): boolean {
  const report = cx.report;
  cx.report = undefined;
  try {
    return walk() === live;
  } finally {
    cx.report = report;
  }
}
