// @ts-check
// CustomResourceDefinitions of manifests, and on the server.
import { readObjects } from "../accuracy/manifests.mjs";
import { inParallel } from "../accuracy/parallel.mjs";
import { printJson } from "../cluster/json.mjs";

/** @typedef {import("./types.js").Loose} Loose */

/**
 * Those of files and folders, and in rounds: of each name one a round, none twice.
 * @param {readonly string[]} paths
 * @param {import("../accuracy/types.js").Measured["readManifests"]} readManifests
 */
export async function definitionsIn(paths, readManifests) {
  const { manifests, unread } = await readObjects(paths, readManifests);
  const definitions = manifests
    .map(({ desired }) => desired)
    .filter(({ kind }) => kind === "CustomResourceDefinition");
  /** @type {Map<string, Map<string, Loose>>} */
  const byName = new Map();
  for (const definition of definitions.map(installable)) {
    const { name } = definition.metadata;
    const variants = byName.get(name) ?? new Map();
    byName.set(name, variants.set(printJson(definition.spec), definition));
  }
  const variants = [...byName.values()].map((each) => [...each.values()]);
  const count = Math.max(0, ...variants.map(({ length }) => length));
  const rounds = Array.from({ length: count }, (_, at) => variants.flatMap((each) => each.slice(at, at + 1)));
  return { definitions, rounds, unread };
}

/**
 * Without a webhook that nobody answers: the versions then convert by their name alone.
 * @param {Loose} definition
 */
function installable({ apiVersion, kind, metadata, spec }) {
  const { name, annotations } = metadata;
  const { conversion: _, ...rest } = spec;
  return { apiVersion, kind, metadata: { name, annotations }, spec: rest };
}

/**
 * @param {import("./types.js").Client} client
 * @param {readonly Loose[]} definitions
 * @returns {Promise<{ served: import("./types.js").Served[], notInstalled: { name: string, why: string }[] }>}
 */
export async function install(client, definitions) {
  /** @type {{ name: string, why: string }[]} */
  const notInstalled = [];
  /** @type {Map<string, import("./types.js").Served[]>} */
  const served = new Map();
  await inParallel(definitions, 4, async (definition) => {
    const { name } = definition.metadata;
    const { code, body: answer } = await client.apply(definition, { fieldManager: "learn", force: true });
    const why = code < 400 ? await untilServed(client, definition) : String(answer.message);
    if (why === undefined) served.set(name, versionsOf(definition));
    else notInstalled.push({ name, why });
  });
  client.forget();
  return { served: definitions.flatMap(({ metadata }) => served.get(metadata.name) ?? []), notInstalled };
}

/** @param {import("./types.js").Client} client @param {readonly Loose[]} definitions */
export async function uninstall(client, definitions) {
  await inParallel(definitions, 4, async (definition) => {
    await client.delete(definition);
    for (let tries = 0; tries < 100 && (await client.get(definition)).code !== 404; tries++)
      await new Promise((resolve) => setTimeout(resolve, 100));
  });
}

/** @param {import("./types.js").Client} client @param {Loose} definition @returns {Promise<string | undefined>} why not */
async function untilServed(client, definition) {
  for (let tries = 0; tries < 150; tries++) {
    const { body } = await client.get(definition);
    /** @type {{ type: string, status: string, message: string }[]} */
    const conditions = body.status?.conditions ?? [];
    const of = (/** @type {string} */ type) => conditions.find((each) => each.type === type);
    const refused = [of("NamesAccepted"), of("KubernetesAPIApprovalPolicyConformant")];
    const no = refused.find((condition) => condition?.status === "False");
    if (no) return no.message;
    const { group, versions } = definition.spec;
    const name = versions.find((/** @type {Loose} */ each) => each.served)?.name;
    if (name === undefined) return "it serves no version";
    if (of("Established")?.status === "True") {
      const { code, body: list } = await client.request("GET", `/apis/${group}/${name}`);
      const kinds = code === 200 ? list.resources.map((/** @type {Loose} */ each) => each.kind) : [];
      if (kinds.includes(definition.spec.names.kind)) return undefined;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return "it is not served";
}

/** @param {Loose} definition @returns {import("./types.js").Served[]} */
function versionsOf({ metadata, spec }) {
  const schemaOf = (/** @type {Loose} */ version) =>
    version.schema?.openAPIV3Schema ?? { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  const storing = spec.versions.find((/** @type {Loose} */ each) => each.storage);
  return spec.versions
    .filter((/** @type {Loose} */ each) => each.served)
    .map((/** @type {Loose} */ each) => ({
      definition: metadata.name,
      apiVersion: `${spec.group}/${each.name}`,
      kind: spec.names.kind,
      namespaced: spec.scope === "Namespaced",
      schema: schemaOf(each),
      stored: storing === each ? undefined : schemaOf(storing),
    }));
}
