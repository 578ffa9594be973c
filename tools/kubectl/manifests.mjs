// @ts-check
// The manifests that both can apply, on the server and in a folder of their own.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { distinct, readObjects } from "../accuracy/manifests.mjs";
import { createdAt } from "../accuracy/order.mjs";
import { inParallel } from "../accuracy/parallel.mjs";

/**
 * @typedef {import("../cluster/types.d.ts").Client} Client
 * @typedef {import("../accuracy/types.d.ts").Manifest} Manifest
 * @typedef {{ manifest: Manifest, why: string }} LeftOut
 */

const READER = new URL("../../dist/cli/input/index.js", import.meta.url).href;

/** Nothing runs here that could answer them, so that they would refuse what they are asked about. */
const WEBHOOKS = ["ValidatingWebhookConfiguration", "MutatingWebhookConfiguration"];

/**
 * kubectl's own, and the one that churngate is told to take. With one of its own for each, the two would take fields from each other: a
 * server counts a value that is spelt otherwise than it is stored as another one.
 */
export const MANAGER = "kubectl";

/**
 * Puts the objects of manifests on the server, as both would.
 * @param {Client} client @param {readonly string[]} paths @param {(text: string) => void} say
 * @returns {Promise<{ applied: Manifest[], leftOut: LeftOut[] }>}
 */
export async function putOnServer(client, paths, say) {
  const { readManifests } = await import(READER);
  const { manifests: read } = await readObjects(paths, readManifests);
  const namespaced = (/** @type {any} */ { apiVersion, kind }) =>
    isNamespaced(client, read, apiVersion, kind);
  const manifests = /** @type {Manifest[]} */ (await distinct(read, namespaced));
  await createNamespaces(client, manifests);
  /** @type {LeftOut[]} */
  const leftOut = [];
  let done = 0;
  const steps = [...new Set(manifests.map(turnOf))].sort((left, right) => left - right);
  for (const step of steps) {
    const due = manifests.filter((each) => turnOf(each) === step);
    await inParallel(due, 8, async (manifest) => {
      const why = await put(client, manifest);
      if (why !== undefined) leftOut.push({ manifest, why });
      done++;
      if (done % 50 === 0) say(`putting objects on the server: ${done} of ${manifests.length}`);
    });
    client.forget();
  }
  const out = new Set(leftOut.map(({ manifest }) => manifest));
  return { applied: manifests.filter((each) => !out.has(each)), leftOut };
}

/** What checks others goes last. @param {Manifest} manifest */
function turnOf(manifest) {
  return ["LimitRange", "ResourceQuota"].includes(manifest.desired.kind) ? 100 : createdAt(manifest);
}

/** @param {Client} client @param {readonly any[]} manifests @param {string} apiVersion @param {string} kind */
async function isNamespaced(client, manifests, apiVersion, kind) {
  const [group] = apiVersion.split("/");
  const definition = manifests.find(
    ({ desired: { kind: its, spec } }) =>
      its === "CustomResourceDefinition" && spec.group === group && spec.names.kind === kind,
  );
  return (
    (await client.resource(apiVersion, kind))?.namespaced ?? definition?.desired.spec.scope !== "Cluster"
  );
}

/** @param {Client} client @param {readonly Manifest[]} manifests */
async function createNamespaces(client, manifests) {
  const named = new Set(manifests.flatMap(({ desired }) => desired.metadata?.namespace ?? []));
  await inParallel([...named], 8, async (name) => {
    await client.apply(
      { apiVersion: "v1", kind: "Namespace", metadata: { name } },
      { fieldManager: "setup" },
    );
  });
}

/** Why an object cannot be applied by both; as kubectl does it, with unknown fields refused. @param {Client} client @param {Manifest} manifest */
async function put(client, { desired }) {
  if (WEBHOOKS.includes(desired.kind)) return "nothing runs that would answer it";
  const options = /** @type {const} */ ({ fieldManager: MANAGER, force: true, fieldValidation: "Strict" });
  const { code, body } = await persist(() => client.apply(desired, options));
  if (code >= 400) return String(body?.message ?? body);
  if (desired.kind === "CustomResourceDefinition") await untilServed(client, desired);
  return undefined;
}

/** A server sets the storage of a new kind up first. @param {() => Promise<import("../cluster/types.d.ts").Answer>} ask */
async function persist(ask) {
  for (;;) {
    const answer = await ask();
    if (answer.code !== 429) return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** @param {Client} client @param {any} definition */
async function untilServed(client, { spec }) {
  const { name } = spec.versions.find((/** @type {any} */ each) => each.served);
  const path = `/apis/${spec.group}/${name}/${spec.names.plural}`;
  while ((await client.request("GET", path, { query: { limit: "1" } })).code !== 200)
    await new Promise((resolve) => setTimeout(resolve, 100));
}

/** Writes manifests as they lay, a file for each file they were in. @param {string} folder @param {readonly Manifest[]} manifests */
export function writeFolder(folder, manifests) {
  mkdirSync(folder);
  const files = grouped(manifests);
  for (const [file, within] of files) {
    const name = `${file.replaceAll(/[^\w.-]+/g, "_").replace(/^[._]+|\.\w+$/g, "")}.yaml`;
    writeFileSync(join(folder, name), within.map(({ desired }) => stringify(desired)).join("---\n"));
  }
}

/** The resourceVersion of each object. @param {Client} client @param {readonly Manifest[]} manifests */
export async function versionsOf(client, manifests) {
  /** @type {Map<Manifest, string | undefined>} */
  const versions = new Map();
  await inParallel(manifests, 8, async (manifest) => {
    versions.set(manifest, (await client.get(manifest.desired)).body.metadata.resourceVersion);
  });
  return versions;
}

/** By the file that they were in. @param {readonly Manifest[]} manifests */
function grouped(manifests) {
  /** @type {Map<string, Manifest[]>} */
  const files = new Map();
  for (const each of manifests) files.set(each.file, [...(files.get(each.file) ?? []), each]);
  return files;
}
