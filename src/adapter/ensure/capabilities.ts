import { UsageError } from "../../core/errors.js";
import type { Gate } from "../../rules/gate.js";
import type { ClusterPort } from "../port/port.js";

/**
 * Refuses a port that cannot do what the gate's mode takes: better now than at the first write.
 * @throws UsageError `bad-option`
 */
export function assertCapable(port: ClusterPort, gate: Gate): void {
  const { mode, fieldManager } = gate;
  for (const method of ["read", "create", mode] as const)
    if (typeof port[method] !== "function") throw lacking(`it has no ${method}()`, mode);
  // What no apply can do, and the finalizers of an object that is being deleted, take a PUT.
  if (mode !== "replace" && typeof port.replace !== "function") throw lacking("it has no replace()", mode);
  const lacks = new Set(port.lacks);
  if (mode === "apply" && gate.force && lacks.has("force")) throw lacking("it cannot force an apply", mode);
  if (fieldManager !== undefined && lacks.has("fieldManager"))
    throw lacking("it cannot pass a field manager on", mode);
}

/** @throws UsageError `bad-option` where a call asks for what the port cannot pass on */
export function assertCallable(
  port: ClusterPort,
  asked: { dryRun?: boolean | undefined; subresource?: string | undefined },
): void {
  if (asked.dryRun === true && port.lacks?.includes("dryRun"))
    throw new UsageError("bad-option", "the port has no dry run", "dryRun");
  if (asked.subresource !== undefined && port.lacks?.includes("subresource"))
    throw new UsageError("bad-option", "the port cannot write a status", "subresource");
}

function lacking(what: string, mode: string): UsageError {
  return new UsageError("bad-option", `the port cannot write by ${mode}: ${what}`, "port");
}
