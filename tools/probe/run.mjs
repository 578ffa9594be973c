// @ts-check
// Probes kinds on servers of their own.
import { startCluster } from "../cluster/index.mjs";
import { factsFrom } from "./facts.mjs";
import { guarded } from "./guard.mjs";
import { keptKind } from "./kept-facts.mjs";
import { SERVERS, servedVersions } from "./kinds.mjs";
import { readTypes } from "./known.mjs";
import { probeKind } from "./probe.mjs";
import { SeedRefused } from "./subject.mjs";
import { unionsFrom } from "./union-facts.mjs";
import { uniqueFrom } from "./unique-facts.mjs";

/** @typedef {import("./kinds.mjs").KindName} KindName */
/** @typedef {import("./types.js").KeptKind} KeptKind */
/** @typedef {import("./types.js").Client} Client */

/**
 * @typedef {object} Found
 * @property {string} version of the server
 * @property {readonly (KindName & { kept: KeptKind })[]} kinds
 * @property {readonly KindName[]} unserved
 * @property {readonly (KindName & { why: string })[]} failed those whose seeds the server does not take
 * @property {import("./union-facts.mjs").Unions} unions
 * @property {import("./unique-facts.mjs").Unique} unique
 */

/**
 * @param {readonly KindName[]} wanted
 * @param {string | undefined} version
 * @param {(text: string) => void} onProgress
 * @returns {Promise<Found>}
 */
export async function probeOnServers(wanted, version, onProgress) {
  /** @type {Found} */
  let found = { version: "", kinds: [], unserved: wanted, failed: [], unions: {}, unique: {} };
  /** @type {import("./types.js").Probed[]} */
  const probed = [];
  for (const apiServerFlags of SERVERS) {
    if (found.unserved.length === 0) break;
    const cluster = await startCluster({ version, apiServerFlags, onProgress });
    try {
      const client = guarded(/** @type {Client} */ (/** @type {unknown} */ (cluster.client)));
      const more = await probeServed(client, cluster.version, found.unserved, onProgress);
      probed.push(...more.probed);
      const { unserved } = more;
      const failed = [...found.failed, ...more.failed];
      found = {
        ...found,
        version: cluster.version,
        kinds: [...found.kinds, ...more.kinds],
        unserved,
        failed,
      };
    } finally {
      await cluster.stop();
    }
  }
  const observations = probed.flatMap((each) => each.observations);
  const clashes = probed.flatMap((each) => each.clashes);
  const unique = uniqueFrom(
    probed.flatMap(({ repeats }) => repeats),
    found.version,
  );
  return { ...found, unions: unionsFrom(observations, clashes), unique };
}

/**
 * Probes the kinds that a server serves.
 * @param {Client} client
 * @param {string} server its version
 * @param {readonly KindName[]} wanted
 * @param {(text: string) => void} onProgress
 */
export async function probeServed(client, server, wanted, onProgress) {
  const types = await readTypes(client);
  /** @type {(KindName & { kept: KeptKind })[]} */
  const kinds = [];
  /** @type {KindName[]} */
  const unserved = [];
  /** @type {(KindName & { why: string })[]} */
  const failed = [];
  /** @type {import("./types.js").Probed[]} */
  const probed = [];
  for (const name of wanted) {
    const versions = await servedVersions(client, name);
    if (versions.length === 0) {
      unserved.push(name);
      continue;
    }
    onProgress(`probing ${name.group}/${name.kind}`);
    const found = await probeKind(client, types, versions).catch(refused);
    if (found instanceof SeedRefused) {
      failed.push({ ...name, why: found.message });
      continue;
    }
    const facts = found.map((each) => ({
      version: each.facts.version,
      facts: factsFrom(each.probed, each.facts, types),
    }));
    kinds.push({ ...name, kept: keptKind(facts, server) });
    probed.push(...found.map((each) => each.probed));
  }
  return { kinds, unserved, failed, probed };
}

/** @param {unknown} error */
function refused(error) {
  if (error instanceof SeedRefused) return error;
  throw error;
}
