// @ts-check
// The objects of manifests, each once, with a name and a namespace.
import { createHash } from "node:crypto";
import { relative } from "node:path";

/** @typedef {import("./types.js").Manifest} Manifest */

/**
 * @param {readonly string[]} paths files and directories
 * @param {typeof import("../../src/cli/input/index.js").readManifests} readManifests
 * @returns {Promise<{ manifests: Manifest[], unread: string[] }>} `unread`: what could not be read, and why
 */
export async function readObjects(paths, readManifests) {
  const cwd = process.cwd();
  const stdin = () => Promise.reject(new Error("standard input is not read"));
  const { manifests, errors } = await readManifests(paths, { cwd, recursive: true, stdin });
  return {
    manifests: manifests.flatMap(({ object, file, name }) => {
      if (name === undefined || object.kind === "Kustomization") return [];
      const desired = /** @type {import("./types.js").KubeObject} */ (/** @type {unknown} */ (object));
      return [{ file: relative(cwd, file), desired }];
    }),
    unread: errors.map(({ file, line, message }) =>
      [relative(cwd, file), line, ` ${message}`].filter((part) => part !== undefined).join(":"),
    ),
  };
}

/**
 * A namespace of its own for each file whose objects name none, and the first of objects of the same name.
 * @param {readonly Manifest[]} manifests
 * @param {(desired: import("./types.js").KubeObject) => Promise<boolean>} isNamespaced
 */
export async function distinct(manifests, isNamespaced) {
  /** @type {Map<string, Manifest>} */
  const found = new Map();
  for (const { file, desired } of manifests) {
    const placed = (await isNamespaced(desired)) ? inNamespace(desired, file) : desired;
    const { apiVersion, kind, metadata } = placed;
    const key = [
      apiVersion.split("/").length > 1 ? apiVersion.split("/")[0] : "",
      kind,
      metadata.namespace,
      metadata.name,
    ].join(" ");
    if (!found.has(key)) found.set(key, { file, desired: placed });
  }
  return [...found.values()];
}

/** @param {import("./types.js").KubeObject} desired @param {string} file */
function inNamespace(desired, file) {
  if (desired.metadata.namespace) return desired;
  const digest = createHash("sha256").update(file).digest("hex").slice(0, 8);
  return { ...desired, metadata: { ...desired.metadata, namespace: `accuracy-${digest}` } };
}

/**
 * The objects whose kinds are defined among the manifests, and those definitions.
 * @param {readonly Manifest[]} manifests
 */
export function customOnly(manifests) {
  const definitions = manifests.filter(({ desired }) => desired.kind === "CustomResourceDefinition");
  const names = new Set(
    definitions.map(({ desired }) => `${desired.spec?.group} ${desired.spec?.names?.kind}`),
  );
  const objects = manifests.filter(({ desired }) => names.has(kindOf(desired)));
  const met = new Set(objects.map(({ desired }) => kindOf(desired)));
  const needed = definitions.filter(({ desired: { spec } }) => met.has(`${spec.group} ${spec.names.kind}`));
  return [...needed, ...objects];
}

/** @param {import("./types.js").KubeObject} object */
const kindOf = ({ apiVersion, kind }) => `${apiVersion.split("/")[0]} ${kind}`;
