// @ts-check
// Puts the manifests' objects on the server, as their manager would.
import { MANAGER } from "./label.mjs";
import { stated } from "./naive.mjs";
import { createdAt } from "./order.mjs";
import { inParallel } from "./parallel.mjs";

/** @typedef {import("./types.js").Client} Client */
/** @typedef {import("./types.js").Manifest} Manifest */
/** @typedef {import("./types.js").Item} Item */

/**
 * @param {Client} client
 * @param {ReturnType<typeof import("./schema.mjs").createSchemas>} schemas
 * @param {readonly Manifest[]} manifests
 * @param {boolean} serviceAccounts whether Pods need one
 * @returns {Promise<{ items: Item[], refused: import("./types.js").Refused[] }>}
 */
export async function createObjects(client, schemas, manifests, serviceAccounts) {
  /** @type {Item[]} */
  const items = [];
  /** @type {import("./types.js").Refused[]} */
  const refused = [];
  await createNamespaces(client, manifests, serviceAccounts);
  for (const step of new Set(manifests.map(createdAt).sort((left, right) => left - right))) {
    const now = manifests.filter((each) => createdAt(each) === step);
    await inParallel(now, 8, async (manifest) => {
      const made = await createObject(client, schemas, manifest);
      if ("why" in made) refused.push(made);
      else items.push(made);
    });
    const definitions = items.filter(({ desired }) => desired.kind === "CustomResourceDefinition");
    if (definitions.some((item) => now.some(({ desired }) => desired === item.desired)))
      await served(client, definitions);
  }
  return { items: inOrder(items, manifests), refused };
}

/** As the manifests are, whichever came back first. @param {readonly Item[]} items @param {readonly Manifest[]} manifests */
function inOrder(items, manifests) {
  const byDesired = new Map(items.map((item) => [item.desired, item]));
  return manifests.flatMap(({ desired }) => byDesired.get(desired) ?? []);
}

/**
 * Those that objects are in, though no manifest states them.
 * @param {Client} client
 * @param {readonly Manifest[]} manifests
 * @param {boolean} serviceAccounts
 */
async function createNamespaces(client, manifests, serviceAccounts) {
  const named = new Set(manifests.flatMap(({ desired }) => desired.metadata.namespace ?? []));
  const opts = { fieldManager: "accuracy" };
  await inParallel([...named], 8, async (name) => {
    await client.apply({ apiVersion: "v1", kind: "Namespace", metadata: { name } }, opts);
    const metadata = { name: "default", namespace: name };
    if (serviceAccounts) await client.apply({ apiVersion: "v1", kind: "ServiceAccount", metadata }, opts);
  });
}

/** @param {Client} client @param {ReturnType<typeof import("./schema.mjs").createSchemas>} schemas @param {Manifest} manifest @returns {Promise<Item | import("./types.js").Refused>} */
async function createObject(client, schemas, { file, desired }) {
  const { apiVersion, kind, metadata } = desired;
  const no = (/** @type {string} */ why) => ({ file, apiVersion, kind, name: metadata.name, why });
  const resource = await client.resource(apiVersion, kind);
  if (resource === undefined) return no("the server has no such kind");
  const body = stated(desired, resource);
  const { code, body: live } = await client.apply(body, { fieldManager: MANAGER, force: true });
  if (code >= 400) return no(String(live?.message ?? live));
  const id = [file, kind, metadata.namespace, metadata.name].filter(Boolean).join(":");
  const read = await client.get(desired);
  return { id, file, desired, live: read.body, root: await schemas.nodeOf(apiVersion, kind), resource };
}

/** Waits until the definitions' kinds are served. @param {Client} client @param {readonly { desired: import("./types.js").KubeObject }[]} definitions */
async function served(client, definitions) {
  for (const { desired } of definitions) {
    for (let tries = 0; tries < 100; tries++) {
      const { body } = await client.get(desired);
      /** @type {{ type: string, status: string }[]} */
      const conditions = body?.status?.conditions ?? [];
      const version = body?.spec?.versions?.find((/** @type {any} */ each) => each.served)?.name;
      const { code } = await client.request("GET", `/apis/${body?.spec?.group}/${version}`);
      if (code === 200 && conditions.some(({ type, status }) => type === "Established" && status === "True"))
        break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  client.forget();
}
