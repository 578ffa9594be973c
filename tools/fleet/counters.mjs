// @ts-check
import { childKinds } from "./child-kinds.mjs";

const READS = new Set(["GET", "LIST"]);

/** @typedef {{ resource: string, verb: string, count: number }} Requests */
/** @typedef {{ requests: ReadonlyMap<string, Requests>, cpu: number }} Counters */

/**
 * What the API server has counted so far: requests by all of their labels, and the seconds that its process was on a processor.
 * @param {import("../cluster/types.d.ts").Client} client @returns {Promise<Counters>}
 */
export async function countersOf(client) {
  const { code, body } = await client.request("GET", "/metrics");
  if (code !== 200 || typeof body !== "string") throw new Error(`the server gave no metrics: ${code}`);
  // Of an instance and its children: requests for others (leases, discovery) are no part of reconciling.
  const resources = new Set(["caches", ...(await childKinds()).map(({ plural }) => plural)]);
  /** @type {Map<string, Requests>} */
  const requests = new Map();
  for (const [, labels = "", count] of body.matchAll(/^apiserver_request_total\{(.*)\} (\S+)$/gm)) {
    const [resource, verb] = [label(labels, "resource"), label(labels, "verb")];
    // Who creates the instances is not the operator.
    const counts = resources.has(resource) && verb !== "WATCH" && !(resource === "caches" && verb === "POST");
    if (counts) requests.set(labels, { resource, verb, count: Number(count) });
  }
  return { requests, cpu: Number(/^process_cpu_seconds_total (\S+)$/m.exec(body)?.[1]) };
}

/** @param {string} labels @param {string} name */
function label(labels, name) {
  return new RegExp(`(?:^|,)${name}="([^"]*)"`).exec(labels)?.[1] ?? "";
}

/** What came between two looks. @param {Counters} before @param {Counters} after */
export function between(before, after) {
  const sum = (/** @type {(each: Requests) => boolean} */ which) =>
    [...after.requests].reduce(
      (total, [labels, each]) =>
        which(each) ? total + each.count - (before.requests.get(labels)?.count ?? 0) : total,
      0,
    );
  return {
    cpu: after.cpu - before.cpu,
    reads: sum(({ verb }) => READS.has(verb)),
    writes: sum(({ verb }) => !READS.has(verb)),
    childWrites: sum(({ verb, resource }) => !READS.has(verb) && resource !== "caches"),
  };
}
