import type { Decision, Mode } from "../../core/decision.js";
import { UsageError } from "../../core/errors.js";
import type { JsonObject, KubeObject } from "../../core/json.js";
import { metadataOf, preconditionsOf } from "../port/object.js";
import type { ClusterPort, ObjectRef, WriteOptions } from "../port/port.js";

/** A decision that calls for a request. */
export type Writing = Extract<Decision, { verdict: "write" | "create" }>;

/** How a decision is sent. In apply mode the apply creates, so that what it states is ours from the start. */
export function verbOf(decision: Writing, mode: Mode): "create" | Mode {
  if (decision.verdict === "write") return decision.mode;
  return mode === "apply" ? "apply" : "create";
}

/** Sends what a decision calls for. `live`: what it was decided about. */
export function send(
  port: ClusterPort,
  verb: "create" | Mode,
  decision: Writing,
  ref: ObjectRef,
  live: unknown,
  options: WriteOptions,
): Promise<KubeObject> {
  const payload = decision.payload() as JsonObject;
  switch (verb) {
    case "replace":
      return required(port.replace).call(port, bound(payload, live) as KubeObject, options);
    case "apply":
      return required(port.apply).call(port, bound(payload, live) as KubeObject, options);
    case "merge":
      return required(port.merge).call(port, ref, bound(payload, live), options);
    case "create":
      return port.create(payload as KubeObject, options);
  }
}

/**
 * Binds a write to what was decided about: it may restate values of live, and the same may have been written, or the object be marked to be
 * left alone, since live was cached. By uid too, since a PUT and an apply make an object of some kinds anew where it is gone.
 */
function bound(payload: JsonObject, live: unknown): JsonObject {
  return { ...payload, metadata: { ...metadataOf(payload), ...preconditionsOf(live) } };
}

function required<Method>(method: Method | undefined): Method {
  if (method === undefined) throw new UsageError("bad-option", "the port cannot write in this way", "port");
  return method;
}
