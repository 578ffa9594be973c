// @ts-check
// Brings an object on the server into a state, and back.
import { sameContent, sameOwnership } from "./changed.mjs";
import { remove } from "./edit.mjs";
import { MANAGER } from "./label.mjs";
import { stated } from "./naive.mjs";
import { HOMES } from "./order.mjs";

/** @typedef {import("./types.js").Client} Client */
/** @typedef {import("./types.js").Item} Item */
/** @typedef {import("./types.js").KubeObject} KubeObject */

const RESTORER = "restorer";

/**
 * Takes the steps one after another.
 * @param {Client} client
 * @param {KubeObject} live
 * @param {readonly import("./types.js").Step[]} steps
 * @returns {Promise<{ live: KubeObject } | { refused: string }>}
 */
export async function stage(client, live, steps) {
  let now = live;
  for (const step of steps) {
    const { code, body } = await step(client, now);
    if (code >= 400 || body?.kind !== live.kind) return { refused: String(body?.message ?? code) };
    now = body;
  }
  return { live: steps.length > 0 ? await settled(client, now) : now };
}

/** The server has controllers for these. */
const WATCHED = ["CustomResourceDefinition", "APIService", "FlowSchema", "PriorityLevelConfiguration"];

/**
 * The server's own controllers write to these after a change.
 * @param {Client} client
 * @param {KubeObject} live
 * @returns {Promise<KubeObject>} as they leave it
 */
export async function settled(client, live) {
  if (!WATCHED.includes(live.kind)) return live;
  let now = live;
  for (let tries = 0; tries < 20; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const { code, body } = await client.get(now);
    if (code >= 400 || body.metadata.resourceVersion === now.metadata.resourceVersion) break;
    now = body;
  }
  return now;
}

/**
 * Makes the object on the server what the item says again: by PUT, and where that does not do, anew.
 * @param {Client} client
 * @param {Item} item its live is set to what is now there
 * @returns {Promise<boolean>} false: it could not be brought back
 */
export async function restore(client, item) {
  const { code, body } = await client.get(item.live);
  return (code === 200 && (await putBack(client, item, body))) || (await createAgain(client, item));
}

/**
 * By PUT; twice, since the first makes its manager an owner of what it changes.
 * @param {Client} client
 * @param {Item} item its live is set to what is now there
 * @param {KubeObject} now
 * @returns {Promise<boolean>} false: it did not become that
 */
export async function putBack(client, item, now) {
  let current = now;
  for (let tries = 0; tries < 5 && !isRestored(current, item.live); tries++) {
    const { uid, resourceVersion } = current.metadata;
    const { deletionTimestamp: _, deletionGracePeriodSeconds: __, ...metadata } = item.live.metadata;
    const { managedFields = [] } = metadata;
    const wanted = { ...item.live, metadata: { ...metadata, managedFields, uid, resourceVersion } };
    const { code, body } = await client.replace(wanted, { fieldManager: RESTORER });
    if (code >= 400 && code !== 409) return false;
    current = code === 409 ? (await client.get(now)).body : await settled(client, body);
  }
  if (!isRestored(current, item.live)) return false;
  item.live = current;
  return true;
}

/** @param {KubeObject} now @param {KubeObject} wanted */
function isRestored(now, wanted) {
  return sameOwnership(now, wanted) && sameContent(timeless(now), timeless(wanted));
}

/** Without what another object of the same name has of its own, and what the server's controllers write. @param {KubeObject} object */
const timeless = ({ status, ...object }) =>
  remove(remove(object, ["metadata", "uid"]), ["metadata", "creationTimestamp"]);

/** @param {Client} client @param {Item} item */
async function createAgain(client, item) {
  if (HOMES.includes(item.live.kind)) return false;
  await client.delete(item.live);
  await client.merge(item.live, { metadata: { finalizers: null } }, { fieldManager: RESTORER });
  const { code } = await client.apply(stated(item.desired, item.resource), {
    fieldManager: MANAGER,
    force: true,
  });
  if (code >= 400) return false;
  const { code: found, body } = await client.get(item.live);
  if (found !== 200 || body.metadata.deletionTimestamp) return false;
  item.live = body;
  return true;
}
