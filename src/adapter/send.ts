import type { Decision, Mode } from "../core/decision.js";
import { UsageError } from "../core/errors.js";
import type { JsonObject, KubeObject } from "../core/json.js";
import type { Verb } from "./events.js";
import { metadataOf } from "./object.js";
import type { ClusterPort, ObjectRef, WriteOptions } from "./port.js";

/** A decision that calls for a request. */
export type Writing = Extract<Decision, { verdict: "write" | "create" }>;

/** How a decision is sent. In apply mode the apply creates, so that what it states is ours from the start. */
export function verbOf(decision: Writing, mode: Mode): Verb {
  if (decision.verdict === "write") return decision.mode;
  return mode === "apply" ? "apply" : "create";
}

/** Sends what a decision calls for. `live`: what it was decided about. */
export function send(
  port: ClusterPort,
  verb: Verb,
  decision: Writing,
  ref: ObjectRef,
  live: unknown,
  options: WriteOptions,
): Promise<KubeObject> {
  const payload = decision.payload() as JsonObject;
  switch (verb) {
    case "replace":
      return required(port.replace).call(port, payload as KubeObject, options);
    case "apply":
      return required(port.apply).call(port, withUid(payload, live) as KubeObject, options);
    case "merge":
      return required(port.merge).call(port, ref, withUid(payload, live), options);
    default:
      return port.create(payload as KubeObject, options);
  }
}

/**
 * A PUT is bound to what was compared by live's resourceVersion. An apply and a merge patch are bound to the same object by its uid:
 * one that was deleted and made anew meanwhile is read and decided about anew.
 */
function withUid(payload: JsonObject, live: unknown): JsonObject {
  const { uid } = metadataOf(live);
  return typeof uid === "string" ? { ...payload, metadata: { ...metadataOf(payload), uid } } : payload;
}

function required<Method>(method: Method | undefined): Method {
  if (method === undefined) throw new UsageError("bad-option", "the port cannot write in this way", "port");
  return method;
}
