// @ts-check
// Holds what was learned of one version of a kind against the server.

import { differences } from "../accuracy/gates.mjs";
import { inParallel } from "../accuracy/parallel.mjs";
import { causesOf } from "../score/causes.mjs";
import { decisionOf } from "../score/gate.mjs";
import { accepted } from "./accepted.mjs";
import { defaulted } from "./defaulted.mjs";
import { SAMPLES, sampleOf } from "./samples.mjs";

/** @typedef {import("./types.js").Client} Client */
/** @typedef {import("./types.js").KubeObject} KubeObject */
/** @typedef {import("./types.js").Served} Served */

const NAMESPACE = "default";
const OPTIONS = { dryRun: true, fieldManager: "ctl" };

/**
 * @param {Client} client
 * @param {readonly Served[]} served
 * @param {(kind: Served) => import("./types.js").Loose} factsOf the facts that were learned of a kind
 * @param {readonly { mode: import("../accuracy/types.js").Mode, gate: import("../score/types.js").Gate }[]} gates
 * @returns {Promise<import("./types.js").Checked[]>}
 */
export async function checkAll(client, served, factsOf, gates) {
  /** @type {import("./types.js").Checked[]} */
  const checked = [];
  await inParallel(served, 8, async (kind, at) => {
    const { apiVersion, kind: name } = kind;
    const tried = await Promise.all(SAMPLES.map((sample) => trySample(client, kind, sample, gates)));
    checked[at] = {
      apiVersion,
      kind: name,
      disagreements: await compareKind(client, kind, factsOf(kind)),
      tried,
    };
  });
  return checked;
}

/** @param {Client} client @param {Served} kind @param {import("./types.js").Loose} facts */
async function compareKind(client, { apiVersion, kind }, facts) {
  const resource = await client.resource(apiVersion, kind);
  if (resource === undefined) return ["the server does not serve it"];
  if (facts === undefined) return ["nothing was learned of it"];
  const hasStatus = resource.subresources.includes("status");
  return [
    ...(facts.namespaced === resource.namespaced ? [] : [`namespaced: learned ${facts.namespaced}`]),
    ...(facts.statusSubresource === hasStatus
      ? []
      : [`status subresource: learned ${facts.statusSubresource}`]),
  ];
}

/** @param {Client} client @param {Served} kind @param {import("./types.js").SampleName} name @param {Parameters<typeof checkAll>[3]} gates @returns {Promise<import("./types.js").Tried>} */
async function trySample(client, kind, name, gates) {
  const made = await accepted((sample) => client.create(sample, OPTIONS), sampleOf(kind, name, NAMESPACE));
  if ("refused" in made)
    return { sample: name, refused: made.refused, taken: made.taken, defaults: 0, disagreements: [] };
  const { sample, answer, taken } = made;
  const applied = await client.apply(sample, { ...OPTIONS, force: true });
  const verdicts = gates.flatMap(({ mode, gate }) => {
    const live = mode.startsWith("apply") ? applied : { code: 201, body: answer };
    return live.code >= 400 ? [] : disagreement(mode, gate, sample, live.body);
  });
  const { defaults, lines } = compareDefaults(kind, sample, answer);
  return { sample: name, taken, defaults, disagreements: [...verdicts, ...lines] };
}

/** What the server stored for a sample needs no write. @param {string} mode @param {import("../score/types.js").Gate} gate @param {KubeObject} desired @param {KubeObject} live */
function disagreement(mode, gate, desired, live) {
  const { verdict } = decisionOf(gate, { desired, live });
  if (verdict === "skip") return [];
  return [
    `${mode}: ${verdict}, of what the server stored`,
    ...causesOf(gate, { desired, live }).map((cause) => `    ${cause}`),
  ];
}

/** @param {Served} kind @param {KubeObject} sample @param {KubeObject} answer */
function compareDefaults({ schema, stored }, sample, answer) {
  let defaults = 0;
  const { metadata: _, ...stated } = sample;
  const { metadata: __, status, ...got } = answer;
  const expected = defaulted(stated, schema, () => defaults++);
  // The stored version's schema says more; the gates' verdicts are what counts there.
  if (stored !== undefined) return { defaults, lines: [] };
  const there = "status" in answer ? { ...got, status } : got;
  const wanted = "status" in there ? expected : { ...expected, status: undefined };
  return { defaults, lines: differences(prune(wanted), there).map((line) => `defaults: ${line}`) };
}

/** As JSON has it. @param {import("./types.js").Loose} value */
const prune = (value) =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
