// @ts-check
// Makes a seed exist on the server, and finds what a PUT of it must not leave out.
import { setTimeout } from "node:timers/promises";
import { causeText, tryCreate } from "./create.mjs";
import { brief, causesOf } from "./status.mjs";
import { equal, getAt, isObject, withAt } from "./steps.mjs";

/** @typedef {import("./types.js").Answer} Answer */
/** @typedef {import("./types.js").Client} Client */
/** @typedef {import("./types.js").Json} Json */
/** @typedef {import("./types.js").KubeObject} KubeObject */
/** @typedef {import("./types.js").Seed} Seed */
/** @typedef {import("./types.js").Steps} Steps */
/** @typedef {import("./types.js").Subject} Subject */

/** Kinds whose status the server itself writes, soon after the object is made. */
const ANSWERED = new Set([
  "APIService",
  "CustomResourceDefinition",
  "FlowSchema",
  "Namespace",
  "ServiceCIDR",
]);

/** Creates an object, or fails with the server's words. @param {Client} client @param {KubeObject} object */
export async function create(client, object) {
  return must(await client.create(object), `${object.kind} ${object.metadata.name}`);
}

/** A seed that a server does not take: an older one may lack a version or a field. */
export class SeedRefused extends Error {}

/** @param {Answer} answer @param {string} what @returns {KubeObject} */
function must(answer, what) {
  if (answer.code < 300) return /** @type {KubeObject} */ (answer.body);
  throw new SeedRefused(`${what} is refused: ${causesOf(answer).map(causeText).join("; ")}`);
}

/**
 * @param {Client} client
 * @param {Seed} seed
 * @param {boolean} statusSubresource
 * @returns {Promise<Subject>}
 */
export async function makeSubject(client, { later = [], ...seed }, statusSubresource) {
  const { status, ...withoutStatus } = seed;
  const desired = /** @type {KubeObject} */ (statusSubresource ? withoutStatus : seed);
  const name = `${seed.kind} ${seed.metadata.name}`;
  await create(client, desired);
  for (const { subresource, patch, create: posted } of later) {
    const options = subresource === undefined ? {} : { subresource };
    if (patch !== undefined)
      must(await client.merge(desired, patch, options), `${name}: what is written later`);
    else must(await post(client, desired, subresource ?? "", posted ?? {}), `${name}: what is written later`);
  }
  if (statusSubresource && status !== undefined) {
    must(await client.merge(desired, { status }, { subresource: "status" }), `${name}: its status`);
  }
  if (ANSWERED.has(seed.kind)) await settled(client, desired);
  const live = must(await client.get(desired), name);
  const { base, kept, carried } = await keptBase(client, desired, live, statusSubresource);
  const { causes } = await tryCreate(client, desired, live);
  return { name, client, desired, live, base, kept, carried, usual: new Set(causes.map(causeText)) };
}

/**
 * The same object in another version: as it is read there, it is what a builder states.
 * @param {Subject} subject @param {string} apiVersion @param {import("../../src/core/facts.js").KindFacts} kind
 * @returns {Promise<Subject>}
 */
export async function inVersion(
  { client, desired: { kind: name, metadata } },
  apiVersion,
  { statusSubresource },
) {
  const what = `${apiVersion} ${name} ${metadata.name}`;
  const live = must(await client.get({ apiVersion, kind: name, metadata }), what);
  const { status: _, ...withoutStatus } = live;
  const { namespace, resourceVersion = null } = live.metadata;
  const identity = { name: metadata.name, ...(namespace === undefined ? {} : { namespace }) };
  const desired = {
    .../** @type {KubeObject} */ (statusSubresource ? withoutStatus : live),
    metadata: identity,
  };
  const base = { ...desired, metadata: { ...identity, resourceVersion } };
  const { causes } = await tryCreate(client, desired, live);
  return {
    name: what,
    client,
    desired,
    live,
    base,
    kept: [],
    carried: [],
    usual: new Set(causes.map(causeText)),
  };
}

/** @param {Client} client @param {KubeObject} object @param {string} subresource @param {import("./types.js").JsonObject} body @returns {Promise<Answer>} */
async function post(client, object, subresource, body) {
  const resource = await client.resource(object.apiVersion, object.kind);
  if (resource === undefined) throw new Error(`${object.kind} is not served`);
  const { prefix, plural } = resource;
  const { namespace, name } = object.metadata;
  return client.request("POST", `${prefix}/namespaces/${namespace}/${plural}/${name}/${subresource}`, {
    body: { ...body, metadata: { name } },
  });
}

/** Waits until nobody has written the object for a while. @param {Client} client @param {KubeObject} object */
async function settled(client, object) {
  for (let before = ""; ; ) {
    await setTimeout(700);
    const version = String(
      (await client.get(object)).body.metadata &&
        getAt((await client.get(object)).body, ["metadata", "resourceVersion"]),
    );
    if (version === before) return;
    before = version;
  }
}

/**
 * Desired with the least of what the server filled in that makes a PUT of it pass. Of two places that stand for
 * each other (a node's podCIDR and podCIDRs) either may be left out, so both are what is kept.
 * @param {Client} client @param {KubeObject} desired @param {KubeObject} live @param {boolean} statusSubresource
 */
async function keptBase(client, desired, live, statusSubresource) {
  const metadata = { ...desired.metadata, resourceVersion: live.metadata.resourceVersion ?? null };
  const units = filledIn(desired, live, statusSubresource);
  const whole = units.reduce((draft, steps) => withAt(draft, steps, getAt(live, steps), live), {
    ...desired,
    metadata,
  });
  must(await client.replace(whole, { dryRun: true }), `${desired.kind} ${desired.metadata.name}, as it is`);
  const { base, kept } = await leaveOut(client, whole, units);
  const backwards = await leaveOut(client, whole, units.toReversed());
  const also = backwards.kept.filter(({ steps }) => !kept.some((each) => each.steps === steps));
  const { body } = await client.replace(base, { dryRun: true });
  const carried = units.filter(
    (steps) => getAt(base, steps) === undefined && equal(getAt(body, steps), getAt(live, steps)),
  );
  return { base, kept: [...kept, ...also], carried };
}

/** Leaves out one after the other, as long as the server takes it. @param {Client} client @param {KubeObject} whole @param {readonly Steps[]} units */
async function leaveOut(client, whole, units) {
  let base = whole;
  /** @type {{ steps: Steps, message: string }[]} */
  const kept = [];
  for (const steps of units) {
    if (getAt(base, steps) === undefined) continue;
    const less = withAt(base, steps, undefined, whole);
    const answer = await client.replace(less, { dryRun: true });
    if (answer.code < 300) base = less;
    else kept.push({ steps, message: brief(causesOf(answer)[0]?.message ?? "") });
  }
  return { base, kept: kept.filter(({ steps }) => getAt(base, steps) !== undefined) };
}

/** Places that live has and desired does not, outermost first. @param {KubeObject} desired @param {KubeObject} live @param {boolean} statusSubresource @returns {Steps[]} */
function filledIn(desired, live, statusSubresource) {
  /** @type {Steps[]} */
  const found = [];
  const visit = (
    /** @type {Json | undefined} */ d,
    /** @type {Json | undefined} */ l,
    /** @type {Steps} */ steps,
  ) => {
    if (l === undefined || equal(d, l)) return;
    if (d === undefined) found.push(steps);
    if (isObject(l)) {
      for (const [key, value] of Object.entries(l))
        visit(isObject(d) ? d[key] : undefined, value, [...steps, key]);
    } else if (Array.isArray(l) && Array.isArray(d)) {
      for (const [index, item] of l.slice(0, d.length).entries()) visit(d[index], item, [...steps, index]);
    }
  };
  for (const [key, value] of Object.entries(live)) {
    if (key === "metadata" || (key === "status" && statusSubresource)) continue;
    visit(desired[key], value, [key]);
  }
  return found;
}
