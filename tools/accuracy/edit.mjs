// @ts-check
// Copies of an object with one place changed; what is not on the way there is shared, and never written to.

/** @typedef {import("./types.js").Path} Path */

/** The value at a path; undefined where there is none. @param {any} object @param {Path} path @returns {any} */
export function get(object, path) {
  let at = object;
  for (const step of path) {
    if (at === null || typeof at !== "object" || !Object.hasOwn(at, step)) return undefined;
    at = at[step];
  }
  return at;
}

/**
 * A copy with the value at a path replaced by what `change` makes of it; undefined takes it away.
 * Structs that are missing on the way are made.
 * @template T
 * @param {T} object
 * @param {Path} path
 * @param {(value: any) => any} change
 * @returns {T}
 */
export function update(object, path, change) {
  if (path.length === 0) return change(object);
  const [step, ...rest] = /** @type {[string | number, ...Path]} */ (path);
  /** @type {any} */
  const copy = Array.isArray(object) ? [...object] : isObject(object) ? { ...object } : {};
  const value = update(Object.hasOwn(copy, step) ? copy[step] : undefined, rest, change);
  if (value !== undefined) setOwn(copy, step, value);
  else if (Array.isArray(copy)) copy.splice(Number(step), 1);
  else delete copy[step];
  return copy;
}

/** A plain assignment to __proto__ would set the prototype. @param {any} object @param {string | number} step @param {any} value */
function setOwn(object, step, value) {
  Object.defineProperty(object, step, { value, writable: true, enumerable: true, configurable: true });
}

/** @template T @param {T} object @param {Path} path @param {any} value @returns {T} */
export const set = (object, path, value) => update(object, path, () => value);

/** @template T @param {T} object @param {Path} path @returns {T} */
export const remove = (object, path) => update(object, path, () => undefined);

/** @param {unknown} value @returns {value is Readonly<Record<string, any>>} */
export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
