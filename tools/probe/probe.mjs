// @ts-check
// Probes one kind: makes its seeds, and asks of every field of each.
import { filled } from "./fill.mjs";
import { isNamedByContent } from "./names.mjs";
import { observe } from "./observe.mjs";
import { hintsOf, seedsOf } from "./seeds.mjs";
import { create, makeSubject } from "./subject.mjs";
import { clashesOf } from "./unions.mjs";

/** @typedef {import("./types.js").Client} Client */
/** @typedef {import("./types.js").Seed} Seed */
/** @typedef {import("../../src/core/facts.js").KindFacts} KindFacts */

/**
 * @param {Client} client
 * @param {import("./types.js").Types} types
 * @param {KindFacts} kind
 * @returns {Promise<import("./types.js").Probed>}
 */
export async function probeKind(client, types, kind) {
  const group = kind.group === "" ? "core" : kind.group;
  const namespace = `probe-${kind.kind.toLowerCase()}${group === "core" ? "" : `-${group.split(".")[0]}`}`;
  if (kind.namespaced)
    await create(client, { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
  const apiVersion = kind.group === "" ? kind.version : `${kind.group}/${kind.version}`;
  const hints = hintsOf(group, kind.kind);
  /** @type {import("./types.js").Probed} */
  const probed = { subjects: [], observations: [], clashes: [] };
  /** @type {Set<string>} */
  const tried = new Set();
  for (const seed of seedsOf(group, kind.kind)) {
    if (seed.kind !== kind.kind || seed.apiVersion !== apiVersion) {
      await create(client, seed);
      continue;
    }
    const placed = kind.namespaced ? { ...seed, metadata: { namespace, ...seed.metadata } } : seed;
    for (const each of await variants(client, types, kind, placed)) {
      const subject = await makeSubject(client, each, kind.statusSubresource);
      const observations = await observe(subject, probed.subjects.length, kind, types, hints);
      probed.observations.push(...observations);
      probed.clashes.push(...(await clashesOf(subject, kind, types, observations, tried)));
      probed.subjects.push(subject);
      if (!isNamedByContent(kind.kind)) await client.delete(subject.desired);
    }
  }
  if (isNamedByContent(kind.kind)) for (const { desired } of probed.subjects) await client.delete(desired);
  return probed;
}

/**
 * The seed, and the same with every field set, where it is not said to be enough as it is.
 * @param {Client} client @param {import("./types.js").Types} types @param {KindFacts} kind @param {Seed} seed
 * @returns {Promise<readonly Seed[]>}
 */
async function variants(client, types, kind, { fill = true, ...seed }) {
  if (!fill || seed.later !== undefined || isNamedByContent(seed.kind)) return [seed];
  const { status, ...object } = seed;
  const frame = { client, types, root: kind.type, like: object, live: undefined, usual: new Set() };
  const more = await filled(frame, object, kind);
  const full = { ...more, metadata: { ...more.metadata, name: `${more.metadata.name}-full` } };
  return [seed, status === undefined ? full : { ...full, status }];
}
