import { isList, isObject, type Json, type JsonObject, member, put } from "../../../core/json.js";
import { formatPath, type Path } from "../../../core/path.js";

/** The way to a value: keys and indexes, outermost first. */
export type Steps = readonly (string | number)[];

/** The value there; undefined where there is none. */
export function valueAt(value: Json | undefined, steps: Steps): Json | undefined {
  let at = value;
  for (const step of steps) {
    if (typeof step === "number") at = isList(at) ? at[step] : undefined;
    else at = isObject(at) ? member(at, step) : undefined;
  }
  return at;
}

/**
 * A copy with another value there, sharing all that is not on the way; undefined takes it away. Objects that are missing on the way are
 * made; an item beyond the end of its list comes last.
 */
export function withValue<Value extends Json>(value: Value, steps: Steps, to: Json | undefined): Value {
  return (replaced(value, steps, to) ?? {}) as Value;
}

function replaced(value: Json | undefined, [step, ...rest]: Steps, to: Json | undefined): Json | undefined {
  if (step === undefined) return to;
  if (typeof step === "number") {
    const list = isList(value) ? value : [];
    const item = replaced(list[step], rest, to);
    if (item === undefined) return list.filter((_, index) => index !== step);
    return step < list.length ? list.with(step, item) : [...list, item];
  }
  const object: JsonObject = isObject(value) ? value : {};
  return put({ ...object }, step, replaced(member(object, step), rest, to)) as JsonObject;
}

/** The way as rules spell it, items by their name where they have one; for people. */
export function pathTo(root: Json, steps: Steps): string {
  const path: Path = steps.map((step, index) => {
    if (typeof step === "string") return { kind: "key", key: step };
    const item = valueAt(root, steps.slice(0, index + 1));
    const name = isObject(item) ? member(item, "name") : undefined;
    return typeof name === "string" ? { kind: "item", where: { name } } : { kind: "index", index: step };
  });
  return formatPath(path);
}
