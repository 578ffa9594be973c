// @ts-check
// Reads CustomResourceDefinitions: what is said of each served version of a kind.
import { parseAllDocuments } from "yaml";

/**
 * The kinds that a file of CustomResourceDefinitions defines, one for each served version.
 * @param {string} text YAML or JSON, one or more documents
 * @returns {import("./types.js").CustomKind[]}
 */
export function kindsOf(text) {
  const documents = /** @type {import("yaml").Document.Parsed[]} */ (parseAllDocuments(text));
  return kindsOfObjects(documents.map((document) => document.toJS()));
}

/** @param {readonly any[]} objects @returns {import("./types.js").CustomKind[]} */
export function kindsOfObjects(objects) {
  return objects
    .filter((object) => object?.kind === "CustomResourceDefinition")
    .flatMap(({ spec }) =>
      spec.versions.filter(isServed).map(/** @param {any} version */ (version) => customKind(spec, version)),
    );
}

/** @param {{ served: boolean }} version */
function isServed({ served }) {
  return served;
}

/**
 * @param {any} spec the definition's
 * @param {any} version one of spec.versions
 * @returns {import("./types.js").CustomKind}
 */
function customKind(spec, version) {
  return {
    group: spec.group,
    version: version.name,
    kind: spec.names.kind,
    namespaced: spec.scope === "Namespaced",
    statusSubresource: version.subresources?.status !== undefined,
    schema: version.schema?.openAPIV3Schema ?? { "x-kubernetes-preserve-unknown-fields": true },
  };
}
