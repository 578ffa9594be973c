import { isObject, type Json, type JsonObject, member, put } from "../json.js";
import { isNever, type RootShape } from "../plan/root.js";
import { ANY } from "../walk/any.js";
import type { Applying } from "./applying.js";
import { below, type FieldSet, fieldElement } from "./field-set.js";
import { isRefilled, memberNode } from "./members.js";
import { mergeValue } from "./merge.js";
import { pruned } from "./prune.js";

/** Live after an apply of desired, before the server fills anything in; live itself where the merge changes nothing. */
export function mergeRoot(
  shape: RootShape,
  desired: JsonObject,
  live: JsonObject,
  set: FieldSet | undefined,
  cx: Applying,
): JsonObject {
  let after = live;
  if (isObject(desired.metadata) && !shape.onlyStatus) dropUnknownMetadata(shape, desired.metadata, cx);
  const take = (key: string, value: Json | undefined): void => {
    cx.path.pop();
    if (value !== member(live, key)) after = put(after === live ? { ...live } : after, key, value);
  };
  for (const key in desired) {
    const stated = member(desired, key);
    if (stated === undefined || !isApplied(shape, key)) continue;
    const there = member(live, key);
    const node = memberNode(shape.struct, key, there);
    const element = fieldElement(key);
    if (node === undefined) {
      if (stated !== null) cx.drops(element);
      continue;
    }
    cx.path.push(element);
    cx.refilled = isRefilled(shape.struct, key);
    take(key, mergeValue(node, stated, there, below(set, element), cx));
  }
  for (const element in set) {
    const key = element.slice(2);
    const there = element.startsWith("f:") ? member(live, key) : undefined;
    const own = below(set, element);
    if (there === undefined || own === undefined || member(desired, key) !== undefined || isNever(shape, key))
      continue;
    cx.path.push(element);
    const node = memberNode(shape.struct, key, there) ?? ANY;
    take(key, pruned(node, there, own, true, cx));
  }
  return after;
}

function isApplied(shape: RootShape, key: string): boolean {
  return key === "metadata" ? !shape.onlyStatus : !isNever(shape, key);
}

/** Metadata that no object has. */
function dropUnknownMetadata({ metadataFields }: RootShape, metadata: JsonObject, cx: Applying): void {
  if (metadataFields === undefined) return;
  cx.path.push("f:metadata");
  for (const key in metadata) {
    const stated = metadataFields.has(key) ? undefined : member(metadata, key);
    if (stated !== undefined && stated !== null) cx.drops(fieldElement(key));
  }
  cx.path.pop();
}
