// @ts-check
// Probes one kind: makes its seeds, and asks of every field of each, in each version that is served.
import { filled } from "./fill.mjs";
import { isNamedByContent } from "./names.mjs";
import { observe } from "./observe.mjs";
import { hintsOf, seedsOf } from "./seeds.mjs";
import { create, inVersion, makeSubject } from "./subject.mjs";
import { clashesOf } from "./unions.mjs";
import { repeatsOf } from "./unique.mjs";

/** @typedef {import("./types.js").Client} Client */
/** @typedef {import("./types.js").KubeObject} KubeObject */
/** @typedef {import("./types.js").Probed} Probed */
/** @typedef {import("./types.js").Seed} Seed */
/** @typedef {import("./types.js").Subject} Subject */
/** @typedef {import("./types.js").Types} Types */
/** @typedef {import("../../src/core/facts.js").KindFacts} KindFacts */

/** What was found of a kind in one version. @typedef {{ readonly facts: KindFacts, readonly probed: Probed }} InVersion */

/**
 * @param {Client} client
 * @param {Types} types
 * @param {readonly KindFacts[]} versions those of one kind that are served
 * @returns {Promise<readonly InVersion[]>}
 */
export async function probeKind(client, types, versions) {
  const [{ group, kind, namespaced } = { group: "", kind: "", namespaced: false }] = versions;
  const folder = group === "" ? "core" : group;
  const namespace = `probe-${kind.toLowerCase()}${group === "" ? "" : `-${group.split(".")[0]}`}`;
  if (namespaced)
    await create(client, { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
  const hints = hintsOf(folder, kind);
  const found = versions.map((facts) => ({ facts, probed: emptyProbed(), tried: new Set() }));
  const ask = async (
    /** @type {Subject} */ subject,
    /** @type {(typeof found)[number]} */ { facts, probed, tried },
  ) => {
    const observations = await observe(subject, probed.subjects.length, facts, types, hints);
    probed.observations.push(...observations);
    probed.clashes.push(...(await clashesOf(subject, facts, types, observations, tried)));
    probed.repeats.push(...(await repeatsOf(subject, facts, types, tried)));
    probed.subjects.push(subject);
  };
  /** @type {KubeObject[]} */
  const made = [];
  for (const seed of seedsOf(folder, kind)) {
    const placed = await inNamespace(client, inServed(seed, versions), namespace);
    const own = found.find(({ facts }) => placed.kind === kind && placed.apiVersion === apiVersionOf(facts));
    if (own === undefined) {
      await create(client, placed);
      continue;
    }
    for (const each of await variants(client, types, own.facts, placed)) {
      const subject = await makeSubject(client, each, own.facts.statusSubresource);
      for (const version of found) {
        const same =
          version === own ? subject : await inVersion(subject, apiVersionOf(version.facts), version.facts);
        await ask(same, version);
      }
      if (isNamedByContent(kind)) made.push(subject.desired);
      else await client.delete(subject.desired);
    }
  }
  for (const object of made) await client.delete(object);
  return found;
}

/** A seed of the kind in a version that is served: the last one, where its own is not. @param {Seed} seed @param {readonly KindFacts[]} versions @returns {Seed} */
function inServed(seed, versions) {
  const served = versions.map(apiVersionOf);
  const last = served.at(-1);
  const isOwn = seed.kind === versions[0]?.kind && seed.apiVersion.split("/")[0] === last?.split("/")[0];
  return !isOwn || last === undefined || served.includes(seed.apiVersion)
    ? seed
    : { ...seed, apiVersion: last };
}

/** @returns {Probed} */
function emptyProbed() {
  return { subjects: [], observations: [], clashes: [], repeats: [] };
}

/** @param {KindFacts} facts */
function apiVersionOf({ group, version }) {
  return group === "" ? version : `${group}/${version}`;
}

/** @param {Client} client @param {Seed} seed @param {string} namespace @returns {Promise<Seed>} */
async function inNamespace(client, seed, namespace) {
  const resource = await client.resource(seed.apiVersion, seed.kind);
  return resource?.namespaced ? { ...seed, metadata: { namespace, ...seed.metadata } } : seed;
}

/**
 * The seed, and the same with every field set, where it is not said to be enough as it is.
 * @param {Client} client @param {Types} types @param {KindFacts} facts @param {Seed} seed
 * @returns {Promise<readonly Seed[]>}
 */
async function variants(client, types, facts, { fill = true, ...seed }) {
  if (!fill || seed.later !== undefined || isNamedByContent(seed.kind)) return [seed];
  const { status, ...object } = seed;
  const frame = { client, types, root: facts.type, like: object, live: undefined, usual: new Set() };
  const more = await filled(frame, object, facts);
  const full = { ...more, metadata: { ...more.metadata, name: `${more.metadata.name}-full` } };
  return [seed, status === undefined ? full : { ...full, status }];
}
