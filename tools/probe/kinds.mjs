// @ts-check
// Which kinds there are to probe: those with seeds, in the versions that facts know and a server serves.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { FACTS, kindFacts } from "./known.mjs";

/** @typedef {import("../../src/core/facts.js").KindFacts} KindFacts */
/** `group`: as a folder, "core" for the empty one. @typedef {{ readonly group: string, readonly kind: string }} KindName */

/**
 * The flags of each server that is asked: the first serves every version that needs no feature gate; what it
 * does not serve is asked of the next, whose gates may change what other kinds take.
 */
export const SERVERS = [
  ["--runtime-config=api/all=true"],
  [
    "--runtime-config=api/all=true",
    "--feature-gates=ClusterTrustBundle=true,GenericWorkload=true,PodCertificateRequest=true,StorageVersionMigrator=true",
  ],
];

/** @param {KindName} name @returns {readonly KindFacts[]} the newest first, as far as their names tell */
function allVersions({ group, kind }) {
  const versions = readdirSync(join(FACTS, "kinds", group)).filter((version) =>
    existsSync(join(FACTS, "kinds", group, version, `${kind}.json`)),
  );
  return versions.sort().map((version) => kindFacts(group, version, kind));
}

/** @param {import("./types.js").Client} client @param {KindName} name @returns {Promise<readonly KindFacts[]>} */
export async function servedVersions(client, name) {
  const all = allVersions(name);
  const served = await Promise.all(
    all.map(({ group, version, kind }) =>
      client
        .resource(group === "" ? version : `${group}/${version}`, kind)
        .then((resource) => resource !== undefined),
    ),
  );
  return all.filter((_, index) => served[index]);
}

/** The kinds that names stand for: Pod, apps/Deployment. @param {readonly KindName[]} kinds @param {readonly string[]} names @returns {readonly KindName[]} */
export function chosen(kinds, names) {
  if (names.length === 0) return kinds;
  return names.flatMap((name) => {
    const found = kinds.filter(({ group, kind }) => name === kind || name === `${group}/${kind}`);
    if (found.length === 0)
      throw new Error(`there are no seeds of ${name}: tools/probe/seeds/<group>/<Kind>.yaml`);
    return found;
  });
}
