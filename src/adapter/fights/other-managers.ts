import { isObject, type JsonObject } from "../../core/json.js";
import { type Path, parsePath } from "../../core/path.js";
import { entriesOf, ownsAt } from "../port/managed-fields.js";

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
  const entries = entriesOf(live).filter((each) => each.manager !== self);
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
