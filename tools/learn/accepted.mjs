// @ts-check
// What the server makes of a sample: what it refuses in it is taken out, one place after another.
import { get, isObject, remove } from "../accuracy/edit.mjs";

/** @typedef {import("./types.js").Client} Client */
/** @typedef {import("./types.js").KubeObject} KubeObject */

/** A sample has many fields, and a server names few at a time. */
const TRIES = 60;

/**
 * @param {(sample: KubeObject) => Promise<import("../accuracy/types.js").Answer>} send
 * @param {KubeObject} sample
 * @returns {Promise<{ sample: KubeObject, answer: KubeObject, taken: string[] } | { refused: string, taken: string[] }>}
 */
export async function accepted(send, sample) {
  let now = sample;
  /** @type {string[]} */
  const taken = [];
  for (let tries = 0; ; tries++) {
    const { code, body } = await send(now);
    if (code < 400) return { sample: now, answer: body, taken };
    const refused = String(body.message ?? body);
    const places = placesOf(body, now);
    if (places.length === 0 || tries === TRIES) return { refused, taken };
    now = places.reduce((object, place) => remove(object, place), now);
    taken.push(`${places.map((place) => place.join(".")).join(", ")}: ${refused}`);
  }
}

/** Where causes say that something is wrong: the deepest values that are there, outermost last. @param {import("./types.js").Loose} body @param {KubeObject} sample */
function placesOf(body, sample) {
  /** @type {{ field?: string, reason?: string, message?: string }[]} */
  const causes = body?.details?.causes ?? [];
  const places = causes
    .filter(({ reason }) => reason !== "FieldValueRequired")
    .concat(
      causes
        .filter(({ reason }) => reason === "FieldValueRequired")
        .map(({ field = "", ...cause }) => ({ ...cause, field: above(field) })),
    )
    .map(({ field = "" }) => thereIn(sample, stepsOf(field)))
    .filter((place) => place.length > 0 && place[0] !== "metadata");
  const distinct = [...new Map(places.map((place) => [JSON.stringify(place), place])).values()];
  return distinct
    .filter((place) => !distinct.some((other) => other !== place && isWithin(place, other)))
    .sort((left, right) => compareSteps(right, left));
}

/** @param {string} field */
const above = (field) => field.replace(/(\.[^.[\]]+|\[[^\]]*\])$/, "");

/** @param {string} field `spec.a[0].b[key]` */
function stepsOf(field) {
  return [...field.matchAll(/([^.[\]]+)|\[([^\]]*)\]/g)].map(([, name, inside]) =>
    name !== undefined ? name : /^\d+$/.test(inside ?? "") ? Number(inside) : String(inside),
  );
}

/** As much of a path as there is; of a whole spec, its last field. @param {KubeObject} sample @param {readonly (string | number)[]} steps */
function thereIn(sample, steps) {
  let length = steps.length;
  while (length > 0 && get(sample, steps.slice(0, length)) === undefined) length--;
  const place = steps.slice(0, length);
  const value = get(sample, place);
  if (place.length !== 1 || !isObject(value)) return place;
  const last = Object.keys(value).at(-1);
  return last === undefined ? [] : [...place, last];
}

/** @param {readonly (string | number)[]} place @param {readonly (string | number)[]} outer */
const isWithin = (place, outer) =>
  outer.length < place.length && outer.every((step, at) => step === place[at]);

/** Later items first, so that the indexes of earlier ones stay. @param {readonly (string | number)[]} left @param {readonly (string | number)[]} right */
function compareSteps(left, right) {
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const [a, b] = [left[at], right[at]];
    if (a === b) continue;
    if (typeof a === "number" && typeof b === "number") return a - b;
    return String(a) < String(b) ? -1 : 1;
  }
  return left.length - right.length;
}
