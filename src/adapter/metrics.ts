import { Counter, Histogram, type Registry, register } from "prom-client";
import { groupVersionOf } from "../core/decide/identity.js";
import { EnsureError } from "./ensure/ensure-error.js";
import type { EnsureEvent } from "./ensure/events.js";
import type { ObjectRef } from "./port/port.js";

export interface MetricsOptions {
  /** Where they are registered; prom-client's own registry unless given. */
  readonly registry?: Registry;
  /** What their names start with; `churngate_` unless given. */
  readonly prefix?: string;
}

/** Seconds; a decision takes microseconds. */
const DECISION_BUCKETS = [1e-6, 2e-6, 5e-6, 1e-5, 2e-5, 5e-5, 1e-4, 2e-4, 5e-4, 1e-3, 1e-2, 1e-1];

const KIND = ["group", "kind", "subresource"] as const;

/**
 * Prometheus metrics of an ensurer, by what it tells: `createEnsurer({ port, gate, onEvent: createMetrics() })`. Labels name
 * kinds, never objects, so that their number stays small.
 * @throws Error of prom-client, where the registry has metrics of these names already
 */
export function createMetrics(options: MetricsOptions = {}): (event: EnsureEvent) => void {
  const { registry = register, prefix = "churngate_" } = options;
  const registers = [registry];
  function counter<Label extends string>(
    name: string,
    help: string,
    labels: readonly Label[] = [],
  ): Counter<string> {
    return new Counter({ name: `${prefix}${name}`, help, labelNames: [...KIND, ...labels], registers });
  }
  function histogram(
    name: string,
    help: string,
    labelNames: string[],
    buckets?: number[],
  ): Histogram<string> {
    const given = { name: `${prefix}${name}`, help, labelNames, registers };
    return new Histogram(buckets === undefined ? given : { ...given, buckets });
  }

  const decisions = counter("decisions_total", "Decisions of the gate.", ["strategy", "verdict"]);
  const decisionSeconds = histogram(
    "decision_seconds",
    "What one decision takes.",
    ["kind"],
    DECISION_BUCKETS,
  );
  const writes = counter("writes_total", "Writes that the server answered with success, dry runs aside.", [
    "verb",
  ]);
  const idle = counter("idle_writes_total", "Of these, writes that left resourceVersion as it was.", [
    "verb",
  ]);
  const observations = counter("observations_total", "Dry runs that the strategy observed asked for.", [
    "verb",
  ]);
  const writeSeconds = histogram("write_seconds", "What one write takes.", ["verb"]);
  const conflicts = counter("conflicts_total", "Writes that met a change by somebody else.");
  const retries = counter("retries_total", "Requests tried again after a failure that may pass.");
  const fights = counter("fights_total", "Writes whose changes are undone again and again.", ["held"]);
  const errors = counter("errors_total", "Objects given up.", ["code"]);

  return (event) => {
    const labels = labelsOf(event.ref, event.subresource);
    switch (event.type) {
      case "decision": {
        const { strategy, verdict } = event.decision;
        decisions.inc({ ...labels, strategy, verdict });
        decisionSeconds.observe({ kind: labels.kind }, event.seconds);
        return;
      }
      case "write":
        if (event.dryRun) return;
        writes.inc({ ...labels, verb: event.verb });
        writeSeconds.observe({ verb: event.verb }, event.seconds);
        if (event.changed === false) idle.inc({ ...labels, verb: event.verb });
        return;
      case "observe":
        observations.inc({ ...labels, verb: event.verb });
        return;
      case "conflict":
        conflicts.inc(labels);
        return;
      case "retry":
        retries.inc(labels);
        return;
      case "fight":
        fights.inc({ ...labels, held: String(event.held) });
        return;
      case "error":
        errors.inc({ ...labels, code: event.error instanceof EnsureError ? event.error.code : "thrown" });
        return;
    }
  };
}

function labelsOf({ apiVersion, kind }: ObjectRef, subresource = ""): Record<(typeof KIND)[number], string> {
  return { group: groupVersionOf(apiVersion).group, kind, subresource };
}
