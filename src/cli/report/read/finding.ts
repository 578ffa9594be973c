import type { Fault, Finding, Proposal } from "../../../adapter/churn/index.js";
import type { Rule } from "../../../generated/rule.js";
import type { Reading } from "./reading.js";

const FAULTS: readonly Fault[] = ["moves-nothing", "flips", "times-only", "respells", "writes-nothing"];
const FIXES: readonly Proposal["fix"][] = [
  "leave-out-empty",
  "find-writer",
  "gate",
  "give-way",
  "settle",
  "incidental",
  "leave-out-time",
  "spell-as-stored",
];

const text = (reading: Reading): string => reading.text();

/** @throws ReadingError */
export function readFinding(reading: Reading): Finding {
  return {
    what: reading.get("what").oneOf(FAULTS),
    managers: reading.get("managers").list(text),
    userAgents: reading.get("userAgents").list(text),
    apiVersion: reading.get("apiVersion").text(),
    kind: reading.get("kind").text(),
    objects: reading.get("objects").count(),
    writes: reading.get("writes").count(),
    perMinute: reading.get("perMinute").count(),
    worst: reading.get("worst").list(worst),
    paths: reading.get("paths").list((each) => ({
      path: each.get("path").text(),
      writes: each.get("writes").count(),
      values: each.get("values").list((value) => value.json()),
    })),
    proposal: proposal(reading.get("proposal")),
  };
}

function worst(reading: Reading): Finding["worst"][number] {
  const namespace = reading.get("namespace").maybe(text);
  return {
    ...(namespace !== undefined && { namespace }),
    name: reading.get("name").text(),
    writes: reading.get("writes").count(),
  };
}

function proposal(reading: Reading): Proposal {
  const fix = reading.get("fix").oneOf(FIXES);
  const rule = reading.get("rule").maybe(proposedRule);
  switch (fix) {
    case "gate":
      return { fix };
    case "incidental":
      return { fix, ...(rule !== undefined && { rule }) };
    case "give-way":
      return {
        fix,
        gives: reading.get("gives").text(),
        keeps: reading.get("keeps").list(text),
        by: reading.get("by").oneOf(["ignore", "once", "release"] as const),
        ...(rule !== undefined && { rule }),
      };
    default:
      return { fix, paths: reading.get("paths").list(text) };
  }
}

/** Shown as it stands; only what says where it belongs is looked at. */
function proposedRule(reading: Reading): Rule {
  reading.get("group").text();
  reading.get("kind").text();
  reading.get("subresource").maybe(text);
  return reading.json() as unknown as Rule;
}
