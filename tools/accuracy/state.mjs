// @ts-check
// Brings an object on the server into a state, and back.
import { sameContent, sameOwnership } from "./changed.mjs";
import { remove, set } from "./edit.mjs";
import { MANAGER } from "./label.mjs";
import { stated } from "./naive.mjs";

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
  return { live: now };
}

/**
 * Makes the object on the server what the item says again: by PUT, and where that does not do, anew.
 * @param {Client} client
 * @param {Item} item its live is set to what is now there
 * @returns {Promise<boolean>} false: it could not be brought back
 */
export async function restore(client, item) {
  const { code, body } = await client.get(item.live);
  if (code === 200 && isRestored(body, item.live)) {
    item.live = body;
    return true;
  }
  return (code === 200 && (await putBack(client, item, body))) || (await createAgain(client, item, body));
}

/** Twice, since the first PUT makes its manager an owner of what it changes. @param {Client} client @param {Item} item @param {KubeObject} now */
async function putBack(client, item, now) {
  let current = now;
  for (const _ of [1, 2, 3]) {
    const { uid, resourceVersion } = current.metadata;
    const { deletionTimestamp: __, deletionGracePeriodSeconds: ___, ...metadata } = /** @type {any} */ (item.live.metadata);
    const wanted = { ...item.live, metadata: { ...metadata, uid, resourceVersion } };
    const { code, body } = await client.replace(wanted, { fieldManager: RESTORER });
    if (code >= 400) return false;
    current = body;
    if (isRestored(current, item.live)) {
      item.live = current;
      return true;
    }
  }
  return false;
}

/** @param {KubeObject} now @param {KubeObject} wanted */
function isRestored(now, wanted) {
  return sameOwnership(now, wanted) && sameContent(timeless(now), timeless(wanted));
}

/** Without what another object of the same name has of its own. @param {KubeObject} object */
const timeless = (object) => remove(remove(object, ["metadata", "uid"]), ["metadata", "creationTimestamp"]);

/** @param {Client} client @param {Item} item @param {KubeObject} now */
async function createAgain(client, item, now) {
  if (now?.metadata?.finalizers?.length) {
    const { resourceVersion } = now.metadata;
    await client.replace(set(set(now, ["metadata", "finalizers"], []), ["metadata", "resourceVersion"], resourceVersion), {
      fieldManager: RESTORER,
    });
  }
  await client.delete(item.live);
  const { code } = await client.apply(stated(item.desired, item.resource), { fieldManager: MANAGER, force: true });
  if (code >= 400) return false;
  const { body } = await client.get(item.live);
  if (body?.metadata?.deletionTimestamp) return false;
  item.live = body;
  return true;
}
