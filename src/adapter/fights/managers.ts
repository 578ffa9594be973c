import { isList, isObject, type JsonObject, member } from "../../core/json.js";
import { type Path, parsePath, type Segment } from "../../core/path.js";
import { metadataOf } from "../port/object.js";

/**
 * Who else has to do with these fields of live, by its managedFields: the managers that own one of them, else whoever wrote last.
 * @param paths as changes spell them
 * @param self the caller's own field manager
 */
export function otherManagers(
  live: unknown,
  paths: readonly string[],
  self: string | undefined,
): readonly string[] {
  const { managedFields } = metadataOf(live);
  const entries = (isList(managedFields) ? managedFields : [])
    .filter(isObject)
    .filter((each) => each.manager !== self);
  const steps = paths.flatMap(pathOf);
  const owners = entries.filter(({ fieldsV1 }) =>
    steps.some((path) => isObject(fieldsV1) && ownsAt(fieldsV1, path)),
  );
  const named = owners.length > 0 ? owners : entries.sort(byTime).slice(-1);
  return [...new Set(named.map(({ manager }) => String(manager)))];
}

function byTime(a: JsonObject, b: JsonObject): number {
  return String(a.time ?? "").localeCompare(String(b.time ?? ""));
}

/** Paths of output may hold an index, which no field set knows. */
function pathOf(text: string): Path[] {
  try {
    return [parsePath(text)];
  } catch {
    return [];
  }
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
