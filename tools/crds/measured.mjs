// @ts-check
// What no definition says of a custom kind: measured/<group>/<Kind>.json, each line with its source.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** @typedef {import("./types.js").Definition} Definition */
/** @typedef {import("./types.js").KindFacts} KindFacts */
/** @typedef {import("./types.js").Measured} Measured */
/** @typedef {import("./types.js").Schema} Schema */

const folder = fileURLToPath(new URL("measured/", import.meta.url));

/** @param {{ readonly group: string, readonly kind: string }} kind @returns {Measured} */
export function measuredOf({ group, kind }) {
  const file = `${folder}${group}/${kind}.json`;
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

/**
 * A definition with what the kind's server does besides, as if it said so itself.
 * @param {Definition} definition
 * @returns {Definition}
 */
export function completed(definition) {
  const { group, names } = definition.spec;
  const { schema = [] } = measuredOf({ group, kind: names.kind });
  const copy = structuredClone(definition);
  for (const { path, says } of schema) {
    for (const version of copy.spec.versions)
      Object.assign(path.split(".").reduce(below, version.schema.openAPIV3Schema), says);
  }
  return copy;
}

/** @param {Schema} schema @param {string} name @returns {Schema} */
function below(schema, name) {
  const property = schema.properties?.[name];
  if (property === undefined) throw new Error(`a measured path leads to ${name}, which is not there`);
  return property;
}

/** A kind's facts with those that no schema can state. @param {KindFacts} facts @returns {KindFacts} */
export function withMeasured(facts) {
  const { keepFromLive } = measuredOf(facts);
  return keepFromLive === undefined ? facts : { ...facts, keepFromLive };
}
