// @ts-check
// What somebody does to an object on the server.
import { get, isObject } from "../edit.mjs";
import { ANY } from "../schema.mjs";

/** @typedef {import("../types.js").Step} Step */
/** @typedef {import("../types.js").KubeObject} KubeObject */

/** A PUT. @param {string} manager @param {(live: KubeObject) => KubeObject} change @returns {Step} */
export const put = (manager, change) => (client, live) =>
  client.replace(change(live), { fieldManager: manager });

/** A server-side apply, by force. @param {string} manager @param {KubeObject} object @returns {Step} */
export const apply = (manager, object) => (client) =>
  client.apply(object, { fieldManager: manager, force: true });

/** A merge patch of a subresource. @param {string} manager @param {string} subresource @param {object} patch @returns {Step} */
export const patchSubresource = (manager, subresource, patch) => async (client, live) => {
  const sent = await client.merge(live, patch, { fieldManager: manager, subresource });
  return sent.code >= 400 ? sent : client.get(live);
};

/** An object's identity and nothing else. @param {KubeObject} object @returns {KubeObject} */
export const bare = ({ apiVersion, kind, metadata: { name, namespace } }) => ({
  apiVersion,
  kind,
  metadata: namespace ? { name, namespace } : { name },
});

/**
 * What to apply to own one place of an object: the way there, with the keys of list items; what is one value
 * under apply comes whole.
 * @param {KubeObject} object
 * @param {import("../types.js").Path} path
 * @param {import("../types.js").Node} root
 * @param {any} [value] in place of the object's
 * @returns {KubeObject}
 */
export function partial(object, path, root, value = get(object, path)) {
  const [top, ...rest] = /** @type {[string, ...import("../types.js").Path]} */ (path);
  const member = get(object, [top]);
  return { ...bare(object), [top]: along(member, rest, root.fields.get(top) ?? ANY, value) };
}

/** @param {any} at @param {import("../types.js").Path} path @param {import("../types.js").Node} node @param {any} value @returns {any} */
function along(at, path, node, value) {
  if (path.length === 0) return value;
  const [step, ...rest] = /** @type {[string | number, ...import("../types.js").Path]} */ (path);
  const next = node.fields.get(String(step)) ?? node.of ?? ANY;
  const inner = along(get(at, [step]), rest, next, value);
  if (node.atomic || (Array.isArray(at) && node.list === "atomic")) {
    return Array.isArray(at) ? at.with(Number(step), inner) : { ...at, [step]: inner };
  }
  if (!Array.isArray(at)) return { [step]: inner };
  if (!isObject(inner)) return [inner];
  const keys = node.keys.filter((key) => at[Number(step)]?.[key] !== undefined);
  return [{ ...Object.fromEntries(keys.map((key) => [key, at[Number(step)][key]])), ...inner }];
}
