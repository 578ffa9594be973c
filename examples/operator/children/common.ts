import type { Cache } from "../cache.js";
import { MANAGED_BY, ownerReferenceOf } from "./owner.js";

export const CLIENT_PORT = 6379;
export const METRICS_PORT = 9121;

/** What tells an instance's pods from others'. */
export function selectorOf({ metadata }: Cache): Record<string, string> {
  return { "app.kubernetes.io/name": "cache", "app.kubernetes.io/instance": metadata.name };
}

export function labelsOf(cache: Cache): Record<string, string> {
  return { ...selectorOf(cache), ...MANAGED_BY };
}

/** A child is named as its instance is, and goes with it. */
export function metadataOf(cache: Cache) {
  const { name, namespace } = cache.metadata;
  return { name, namespace, labels: labelsOf(cache), ownerReferences: [ownerReferenceOf(cache)] };
}
