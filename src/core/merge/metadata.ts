import { isList, isObject, type Json, type JsonObject, member, put } from "../json.js";
import { mergePatch } from "./patch.js";

/**
 * Live's metadata after a merge patch of desired's. Labels and annotations merge by key. Owner references and finalizers would be
 * replaced whole, so the patch carries those of others along: only null takes them all away.
 * @param own finalizers of ours, which go where desired no longer states them
 */
export function mergedMetadata(
  stated: Json | undefined,
  there: Json | undefined,
  own: readonly string[],
): JsonObject {
  const desired = isObject(stated) ? stated : {};
  const live = isObject(there) ? there : {};
  const merged: Record<string, Json | undefined> = { ...live };
  for (const key of ["labels", "annotations"]) {
    const map = member(desired, key);
    if (map === undefined) continue;
    put(merged, key, map === null ? undefined : mergePatch(member(live, key), map));
  }
  const { finalizers, ownerReferences } = desired;
  if (finalizers !== undefined || own.length > 0)
    put(
      merged,
      "finalizers",
      finalizers === null ? undefined : allFinalizers(finalizers, live.finalizers, own),
    );
  if (ownerReferences !== undefined)
    put(merged, "ownerReferences", ownerReferences === null ? undefined : allOwners(ownerReferences, live));
  return merged as JsonObject;
}

function allFinalizers(stated: Json | undefined, stored: Json | undefined, own: readonly string[]): Json {
  if (stated !== undefined && !isList(stated)) return stated;
  const desired = isList(stated) ? stated : [];
  const live = isList(stored) ? stored : [];
  const [named, there, ours] = [new Set(desired), new Set(live), new Set(own)];
  const kept = live.filter((item) => named.has(item) || !ours.has(String(item)));
  const added = [...named].filter((item) => !there.has(item));
  return kept.length === live.length && added.length === 0 ? live : [...kept, ...added];
}

/** By uid; the server takes one controller only, so that another one's reference gives way to desired's. */
function allOwners(stated: Json, { ownerReferences }: JsonObject): Json {
  if (!isList(stated)) return stated;
  const live = isList(ownerReferences) ? ownerReferences : [];
  if (stated.some((item) => uidOf(item) === undefined)) return stated;
  const byUid = new Map(stated.map((item) => [uidOf(item), item]));
  const controls = stated.some(isController);
  const kept = live.flatMap((item) => {
    const own = byUid.get(uidOf(item));
    byUid.delete(uidOf(item));
    return own !== undefined ? [own] : controls && isController(item) ? [] : [item];
  });
  return [...kept, ...byUid.values()];
}

function uidOf(item: Json): Json | undefined {
  return isObject(item) ? item.uid : undefined;
}

function isController(item: Json): boolean {
  return isObject(item) && item.controller === true;
}
