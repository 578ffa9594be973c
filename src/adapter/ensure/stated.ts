import { isList, isObject, type Json, type KubeObject } from "../../core/json.js";
import { type Path, parsePath, valuesAt } from "../../core/path.js";

/**
 * True where desired says what is to be at a place: by the value, or by null, a scalar or a list that stands for all of it.
 * @param path as changes spell it
 * @param listsMerge lists are merged by their keys, so that items of others stay
 */
export function isStated(desired: KubeObject, path: string, listsMerge: boolean): boolean {
  const steps = stepsOf(path);
  if (steps === undefined) return true;
  let at: Json = desired as Json;
  for (const step of steps) {
    if (isList(at) ? !listsMerge : !isObject(at)) return true;
    const [next] = valuesAt(at, [step]);
    if (next === undefined) return false;
    at = next;
  }
  return true;
}

/** As far as the first item that has no key: such a list is stated as a whole. Undefined where it cannot be read. */
function stepsOf(path: string): Path | undefined {
  try {
    return parsePath(path.split(/\[\d+\]/, 1)[0] ?? "");
  } catch {
    return undefined;
  }
}
