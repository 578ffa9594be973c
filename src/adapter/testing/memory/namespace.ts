import { UsageError } from "../../../core/errors.js";
import type { JsonObject } from "../../../core/json.js";
import { metadataOf } from "../../port/object.js";
import type { ObjectRef } from "../../port/port.js";
import type { SentRequest } from "../requests.js";
import type { Kind } from "./kinds.js";
import { withMetadata } from "./with-metadata.js";

/** Where an object of a kind is. */
export interface Place {
  readonly namespace?: string;
  readonly name: string;
}

/** Namespace and name, as the object states them; the name is empty where it states none. */
export function placeOf(object: JsonObject): Place {
  const { name, namespace } = metadataOf(object);
  return {
    ...(typeof namespace === "string" && namespace !== "" && { namespace }),
    name: typeof name === "string" ? name : "",
  };
}

/** Nothing but what names the object. */
export function objectOf({ apiVersion, kind, namespace, name }: ObjectRef): JsonObject {
  return { apiVersion, kind, metadata: { name, namespace } };
}

/**
 * The object in the namespace that its kind asks for.
 * @throws UsageError
 */
export function placed(kind: Kind, object: JsonObject): JsonObject {
  const { namespace } = placeIn(kind, placeOf(object));
  return withMetadata(object, { namespace });
}

/**
 * The place that is meant where one is named.
 * @throws UsageError `bad-option` where the kind has namespaces and none is named, as a port to a real cluster does
 */
export function placeIn(
  { facts, plural }: Kind,
  { namespace, name }: Pick<ObjectRef, "namespace" | "name">,
): Place {
  if (facts?.namespaced === false) return { name };
  if (namespace) return { name, namespace };
  if (facts === undefined) return { name };
  throw new UsageError("bad-option", `${plural}: no namespace is given`, "/metadata/namespace");
}

/** As the log names it. */
export function namedRef(
  { apiVersion, kind }: Pick<Kind, "apiVersion" | "kind">,
  object: JsonObject,
): SentRequest["ref"] {
  const { name, ...rest } = placeOf(object);
  return { apiVersion, kind, ...rest, ...(name !== "" && { name }) };
}
