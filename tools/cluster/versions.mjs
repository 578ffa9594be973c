// @ts-check

/** The Kubernetes versions that the test bed can be, newest first; each has a module beside this file that pins it. */
export const VERSIONS = Object.freeze(["1.36.3", "1.35.4"]);

export const NEWEST = /** @type {string} */ (VERSIONS[0]);

/** What a version's number says of its staging modules and of itself. @param {string} version */
export function partsOf(version) {
  const [major, minor, patch] = version.split(".");
  if (!patch) throw new Error(`${version} is not a version of Kubernetes, such as ${NEWEST}`);
  return { major, minor, staging: `v0.${minor}.${patch}` };
}
