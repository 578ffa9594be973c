import { isList, isObject, type Json, type JsonObject, member } from "../../core/json.js";
import type { Path, Segment } from "../../core/path.js";
import { metadataOf } from "./object.js";

/** The entries of an object's managedFields; none where it has none, or a cache stripped them. */
export function entriesOf(object: unknown): readonly JsonObject[] {
  const { managedFields } = metadataOf(object);
  return isList(managedFields) ? managedFields.filter(isObject) : [];
}

/** How many places a field set (fieldsV1) names, those below others alone. */
export function leaves(set: Json | undefined): number {
  if (!isObject(set)) return 0;
  const inside = Object.keys(set).filter((element) => element !== ".");
  return inside.length === 0 ? 1 : inside.reduce((sum, element) => sum + leaves(set[element]), 0);
}

/** A field set (fieldsV1) holds the place, something below it, or as a leaf something above it. */
export function ownsAt(set: JsonObject, path: Path): boolean {
  let at = set;
  for (const [index, segment] of path.entries()) {
    if (index > 0 && Object.keys(at).length === 0) return true;
    const element = elementOf(at, segment);
    const next = element === undefined ? undefined : member(at, element);
    if (!isObject(next)) return false;
    at = next;
  }
  return true;
}

/** The element of a field set (fieldsV1) that a step leads to. */
function elementOf(set: JsonObject, segment: Segment): string | undefined {
  if (segment.kind === "key") return `f:${segment.key}`;
  if (segment.kind !== "item") return undefined;
  return Object.keys(set).find(
    (element) => element.startsWith("k:") && hasKeys(element.slice(2), segment.where),
  );
}

function hasKeys(json: string, where: Readonly<Record<string, string>>): boolean {
  const keys = parsed(json);
  return (
    isObject(keys) && Object.entries(where).every(([name, value]) => String(member(keys, name)) === value)
  );
}

/** undefined where a set is not as the server writes it. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
