import { isObject, type Json, type JsonObject, member, put } from "../json.js";
import { staleMembers } from "../union.js";
import { MapNode } from "../walk/map.js";
import type { Node } from "../walk/node.js";
import { StructNode } from "../walk/struct.js";

/** A merged value without the members that desired switched a union away from: the patch nulls them. */
export function withoutStale(
  node: Node | undefined,
  desired: Json | undefined,
  merged: Json | undefined,
  live: Json | undefined,
): Json | undefined {
  if (merged === live || node === undefined || !isObject(desired) || !isObject(merged)) return merged;
  let after: Record<string, Json | undefined> | undefined;
  for (const key of Object.keys(desired)) {
    const there = member(merged, key);
    const left = withoutStale(
      childOf(node, key),
      member(desired, key),
      there,
      isObject(live) ? member(live, key) : undefined,
    );
    if (left !== there) after = put(after ?? { ...merged }, key, left);
  }
  const unions = node instanceof StructNode ? (node.traits.unions ?? []) : [];
  for (const key of staleMembers(unions, desired, merged))
    after = put(after ?? { ...merged }, key, undefined);
  return (after as JsonObject | undefined) ?? merged;
}

function childOf(node: Node, key: string): Node | undefined {
  if (node instanceof StructNode) return node.fields.get(key)?.node;
  return node instanceof MapNode ? node.shape.of : undefined;
}
