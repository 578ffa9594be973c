import type { JsonObject } from "../../core/json.js";
import type { ObjectRef } from "../port/port.js";
import { type Kind, withMeta } from "./kinds.js";
import type { SentRequest } from "./requests.js";
import { refOf } from "./store.js";

/** Nothing but what names the object. */
export function objectOf({ apiVersion, kind, namespace, name }: ObjectRef): JsonObject {
  return { apiVersion, kind, metadata: { name, namespace } };
}

/** The object in the namespace that its kind asks for. */
export function placed(kind: Kind, object: JsonObject): JsonObject {
  const { namespace } = placedRef(kind, refOf(object));
  return withMeta(object, { namespace });
}

export function placedRef(
  { facts }: Kind,
  { namespace, name }: { readonly namespace?: string | undefined; readonly name: string },
): { readonly namespace?: string; readonly name: string } {
  if (facts?.namespaced === false) return { name };
  const inside = namespace ?? (facts === undefined ? undefined : "default");
  return { name, ...(inside !== undefined && { namespace: inside }) };
}

/** As the log names it. */
export function namedRef({ apiVersion, kind }: Kind, object: JsonObject): SentRequest["ref"] {
  const { name, ...rest } = refOf(object);
  return { apiVersion, kind, ...rest, ...(name !== "" && { name }) };
}
