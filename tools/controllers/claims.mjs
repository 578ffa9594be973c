// @ts-check

/** @typedef {import("./types.d.ts").Claim} Claim @typedef {import("./types.d.ts").Finding} Finding @typedef {import("./types.d.ts").Document} Document */
/** @typedef {import("./types.d.ts").Actor & { readonly guilt: import("./types.d.ts").Guilt }} Guilty */
/** @typedef {{ what: string, kind: string, managers: readonly string[], names: readonly string[], path: string | undefined }} Accusation */

/** @param {readonly string[]} list */
const sorted = (list) => [...new Set(list)].sort();
/** @param {readonly string[]} left @param {readonly string[]} right */
const same = (left, right) => sorted(left).join() === sorted(right).join();

/** @param {readonly Guilty[]} guilty @returns {Accusation[]} one for what is done to a kind, with all who do it */
export function accusationsOf(guilty) {
  /** @type {Map<string, Accusation>} */
  const accusations = new Map();
  for (const { name, guilt } of guilty)
    for (const { kind, names } of guilt.objects) {
      const key = `${guilt.what} ${kind}`;
      const managers = [...(accusations.get(key)?.managers ?? []), name];
      accusations.set(key, { what: guilt.what, kind, managers, names, path: guilt.path });
    }
  return [...accusations.values()];
}

/**
 * Each one who is guilty is named, with objects and path.
 * @param {string} command @param {Document} document @param {Accusation} accusation @returns {Claim}
 */
export function named(command, { findings }, { what, kind, managers, names, path }) {
  const claim = `${command} names ${managers.join(" and ")}: ${what}, ${names.length} ${kind}${path === undefined ? "" : `, ${path}`}`;
  const found = findings.filter((finding) => finding.what === what && finding.kind === kind);
  if (found.length === 0) return { claim, faults: ["no such finding"] };
  const faults = [];
  const accused = found.flatMap((finding) => finding.managers);
  if (!same(accused, managers)) faults.push(`managers: ${sorted(accused).join(", ")}`);
  for (const { objects } of found)
    if (objects !== names.length) faults.push(`objects: ${objects} of ${names.length}`);
  const worst = found.flatMap((finding) => finding.worst.map(({ name }) => name));
  const strangers = sorted(worst).filter((name) => !names.includes(name));
  if (worst.length === 0) faults.push("no object is named");
  if (strangers.length > 0) faults.push(`strangers: ${strangers.join(", ")}`);
  const paths = sorted(found.flatMap((finding) => finding.paths.map((each) => each.path)));
  if (!same(paths, path === undefined ? [] : [path])) faults.push(`paths: ${paths.join(", ") || "none"}`);
  return { claim, faults };
}

/**
 * Nobody else is.
 * @param {string} command @param {Document} document @param {readonly Accusation[]} accusations @returns {Claim}
 */
export function nobodyElse(command, { findings }, accusations) {
  const others = findings.filter(
    ({ what, kind, managers, userAgents = [] }) =>
      !accusations.some(
        (each) =>
          each.what === what &&
          each.kind === kind &&
          managers.every((name) => each.managers.includes(name)) &&
          userAgents.every((agent) => each.managers.includes(productOf(agent))),
      ),
  );
  return { claim: `${command} accuses nobody else`, faults: others.map(spell) };
}

/** @param {string} command @param {Document} document @param {readonly string[]} gated @returns {Claim} */
export function gatedIsClear(command, { findings }, gated) {
  const faults = findings
    .filter(({ managers, userAgents = [] }) =>
      [...managers, ...userAgents.map(productOf)].some((name) => gated.includes(name)),
    )
    .map(spell);
  return { claim: `${command} does not name ${gated.join(" or ")}`, faults };
}

/** What stands before the version. @param {string} userAgent */
export const productOf = (userAgent) => userAgent.split("/")[0] ?? "";

/** @param {Finding} finding */
function spell({ what, kind, managers, objects, writes, paths, worst }) {
  const where = paths.map(({ path, writes: count }) => `${path} (${count})`).join(", ");
  const first = worst
    .slice(0, 3)
    .map(({ name, writes: count }) => `${name} (${count})`)
    .join(", ");
  return `${what}: ${managers.join(", ")} on ${objects} ${kind}, ${writes} writes; ${where}; ${first}`;
}
