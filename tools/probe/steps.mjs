// @ts-check
// Steps into JSON: reading, writing, and how facts spell them.

/** @typedef {import("./types.js").Json} Json */
/** @typedef {import("./types.js").JsonObject} JsonObject */
/** @typedef {import("./types.js").Steps} Steps */

/** @param {unknown} value @returns {value is JsonObject} */
export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @param {Json | undefined} value @param {string | number} step @returns {Json | undefined} */
function child(value, step) {
  if (typeof step === "number") return Array.isArray(value) ? value[step] : undefined;
  return isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}

/** @param {Json | undefined} root @param {Steps} steps @returns {Json | undefined} */
export function getAt(root, steps) {
  return steps.reduce((/** @type {Json | undefined} */ value, step) => child(value, step), root);
}

/**
 * A copy with a value at a place, or without one where it is undefined. What leads there is taken from `like`
 * where it is a list, and made where it is an object.
 * @template {JsonObject} T
 * @param {T} root
 * @param {Steps} steps
 * @param {Json | undefined} value
 * @param {Json | undefined} like
 * @returns {T}
 */
export function withAt(root, steps, value, like) {
  return /** @type {T} */ (put(root, steps, value, like));
}

/** @param {Json | undefined} root @param {Steps} steps @param {Json | undefined} value @param {Json | undefined} like @returns {Json | undefined} */
function put(root, [step, ...rest], value, like) {
  if (step === undefined) return value;
  if (root === undefined && value === undefined) return undefined;
  if (typeof step === "number") {
    const list = Array.isArray(root) && step in root ? root : Array.isArray(like) ? like : [];
    const after = put(list[step], rest, value, child(like, step));
    return after === undefined ? list.filter((_, index) => index !== step) : list.toSpliced(step, 1, after);
  }
  const object = isObject(root) ? root : {};
  const after = put(child(object, step), rest, value, child(like, step));
  if (after !== undefined) return { ...object, [step]: after };
  const { [step]: _, ...others } = object;
  return others;
}

/** @param {Json | undefined} a @param {Json | undefined} b @returns {boolean} */
export function equal(a, b) {
  if (a === b) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => equal(item, b[index]));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && equal(a[key], b[key]))
  );
}

/** A value that says nothing: it may be the same as none. @param {Json | undefined} value @returns {boolean} */
export function isEmpty(value) {
  if (Array.isArray(value)) return value.every(isEmpty);
  if (isObject(value)) return Object.values(value).every(isEmpty);
  return value === undefined || value === null || value === false || value === 0 || value === "";
}

const PLAIN = /^[A-Za-z0-9_$-]+$/;

/** Steps as facts spell them, a list's index as every item. @param {Steps} steps */
export function pathOf(steps) {
  let text = "";
  for (const step of steps) {
    if (typeof step === "number") text += "[*]";
    else if (PLAIN.test(step)) text += text === "" ? step : `.${step}`;
    else text += `[${step}]`;
  }
  return text;
}

/** The steps that a Status names in a cause: `spec.volumes[0].csi.driver`, `data[a.b]`. @param {string} field @returns {Steps} */
export function stepsOf(field) {
  return [...field.matchAll(/\[([^\]]*)\]|([^.[\]]+)/g)].map(([, inner, plain]) => {
    if (plain !== undefined) return plain;
    return /^\d+$/.test(inner ?? "") ? Number(inner) : (inner ?? "");
  });
}

/** True where one place is the other, or is in it. @param {Steps} outer @param {Steps} inner */
export function contains(outer, inner) {
  return outer.length <= inner.length && outer.every((step, index) => step === inner[index]);
}
