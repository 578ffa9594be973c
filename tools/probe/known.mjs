// @ts-check
// What is known before a server is asked: the types in schemas/facts, and the enums of a server's OpenAPI.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Where the facts stand. */
export const FACTS = fileURLToPath(new URL("../../schemas/facts", import.meta.url));

/** @param {string} group as a folder, "core" for the empty one @param {string} version @param {string} kind @returns {import("../../src/core/facts.js").KindFacts} */
export function kindFacts(group, version, kind) {
  return JSON.parse(readFileSync(join(FACTS, "kinds", group, version, `${kind}.json`), "utf8"));
}

/** @param {string} ref @returns {import("../../src/core/facts.js").TypeFacts["fields"]} */
function readFields(ref) {
  const dot = ref.indexOf(".", ref.indexOf("/"));
  const file = join(FACTS, "types", ref.slice(0, dot), `${ref.slice(dot + 1)}.json`);
  return JSON.parse(readFileSync(file, "utf8")).fields;
}

/**
 * @param {import("./types.js").Client} client
 * @returns {Promise<import("./types.js").Types>}
 */
export async function readTypes(client) {
  const { body } = await client.request("GET", "/openapi/v2");
  const enums = enumsOf(
    /** @type {{ definitions: Definitions }} */ (/** @type {unknown} */ (body)).definitions,
  );
  /** @type {Map<string, import("../../src/core/facts.js").TypeFacts["fields"]>} */
  const read = new Map();
  return {
    fieldsOf(ref) {
      const fields = read.get(ref) ?? readFields(ref);
      read.set(ref, fields);
      return fields;
    },
    enumOf: (ref, field) => enums.get(`${ref.replace("/", ".")}.${field}`) ?? [],
  };
}

/** @typedef {Record<string, { properties?: Record<string, { enum?: string[], items?: { enum?: string[] } }> }>} Definitions */

/** The enums of fields and of their items, by the end of the definition's name: core.v1.ServiceSpec.type. @param {Definitions} definitions */
function enumsOf(definitions) {
  /** @type {Map<string, readonly string[]>} */
  const enums = new Map();
  for (const [name, { properties = {} }] of Object.entries(definitions)) {
    const type = name.split(".").slice(-3).join(".");
    for (const [field, { enum: own, items }] of Object.entries(properties)) {
      const values = own ?? items?.enum;
      if (values !== undefined) enums.set(`${type}.${field}`, values);
    }
  }
  return enums;
}
