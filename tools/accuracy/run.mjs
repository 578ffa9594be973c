// @ts-check
// Objects on the server, pairs of each, in rounds.
import { choices, isCostly, shares } from "./choose.mjs";
import { createObjects } from "./create.mjs";
import { distinct } from "./manifests.mjs";
import { rounds } from "./order.mjs";
import { makePair } from "./pair.mjs";
import { inParallel } from "./parallel.mjs";
import { createSchemas } from "./schema.mjs";
import { restore, settled } from "./state.mjs";

/** Objects that are worked on at once. */
const PARALLEL = 8;

/**
 * @param {import("./types.js").Work} work
 * @param {readonly import("./types.js").Manifest[]} manifests
 * @param {import("./types.js").RunOptions} options
 * @returns {Promise<import("./types.js").RunSummary>}
 */
export async function run(work, manifests, { seed, pairs, custom, serviceAccounts, onStep, onResult }) {
  const schemas = createSchemas(work.client);
  const isNamespaced = async (/** @type {import("./types.js").KubeObject} */ { apiVersion, kind }) =>
    (await work.client.resource(apiVersion, kind))?.namespaced ?? definedScope(manifests, apiVersion, kind);
  const objects = await distinct(manifests, isNamespaced);
  /** @type {import("./types.js").Item[]} */
  const items = [];
  /** @type {import("./types.js").Refused[]} */
  const refused = [];
  let made = 0;
  let impossible = 0;
  let share = shares(objects, pairs);
  const countOf = (/** @type {import("./types.js").KubeObject} */ desired) =>
    custom && isCostly(desired) ? 1 : share(desired);
  for (const round of rounds(objects)) {
    if (round.create.length > 0) {
      onStep(`creating ${round.create.length} objects`);
      const created = await createObjects(work.client, schemas, round.create, serviceAccounts);
      items.push(...created.items);
      refused.push(...created.refused);
      const gone = new Set(refused.map(({ file, kind, name }) => `${file} ${kind} ${name}`));
      share = shares(
        objects.filter(({ file, desired }) => !gone.has(`${file} ${desired.kind} ${desired.metadata.name}`)),
        pairs,
      );
    }
    const now = items.filter(({ desired }) => round.ask.some((each) => each.desired === desired));
    const emit = inTurn(onResult);
    await inParallel(now, PARALLEL, async (item, index) => {
      const found = await pairsOf(work, item, seed, countOf(item.desired), () => onStep(`${++made} pairs`));
      impossible += found.impossible;
      emit(index, found.results);
    });
  }
  return {
    objects: items.length,
    refused,
    impossible,
    lost: items.filter(({ lost }) => lost).map(({ id }) => id),
  };
}

/** @param {import("./types.js").Work} work @param {import("./types.js").Item} item @param {string} seed @param {number} count @param {() => void} onPair */
async function pairsOf(work, item, seed, count, onPair) {
  /** @type {import("./types.js").Result[]} */
  const results = [];
  let impossible = 0;
  item.lost = !(await readBack(work.client, item));
  const chosen = choices(item, seed);
  while (!item.lost && results.length < count) {
    const { value: choice } = chosen.next();
    if (choice === undefined) break;
    const result = await makePair(work, item, choice);
    if (result) {
      results.push(result);
      onPair();
    } else impossible += 1;
  }
  return { results, impossible };
}

/** The server may have written to it since, or have taken it away with another. @param {import("./types.js").Client} client @param {import("./types.js").Item} item */
async function readBack(client, item) {
  const { code, body } = await client.get(item.live);
  if (code !== 200) return restore(client, item);
  item.live = await settled(client, body);
  return true;
}

/** Of a kind that the server does not serve yet. @param {readonly import("./types.js").Manifest[]} manifests @param {string} apiVersion @param {string} kind */
function definedScope(manifests, apiVersion, kind) {
  return manifests.some(({ desired }) => {
    const spec = /** @type {any} */ (desired).spec;
    return (
      desired.kind === "CustomResourceDefinition" &&
      spec?.group === apiVersion.split("/")[0] &&
      spec.names?.kind === kind &&
      spec.scope === "Namespaced"
    );
  });
}

/** Hands results on in the order of the objects, whichever is done first. @template T @param {(result: T) => void} onResult */
function inTurn(onResult) {
  /** @type {Map<number, readonly T[]>} */
  const waiting = new Map();
  let turn = 0;
  return (/** @type {number} */ index, /** @type {readonly T[]} */ results) => {
    waiting.set(index, results);
    for (let due = waiting.get(turn); due !== undefined; due = waiting.get(turn)) {
      for (const result of due) onResult(result);
      waiting.delete(turn);
      turn += 1;
    }
  };
}
