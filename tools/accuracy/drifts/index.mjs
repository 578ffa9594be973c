// @ts-check
// Every way to change live, by its name.
import { set } from "../edit.mjs";
import { MUTATIONS } from "../mutations/index.mjs";
import { HOMES } from "../order.mjs";
import { entries } from "./entries.mjs";
import { others } from "./others.mjs";
import { owners } from "./owners.mjs";
import { put } from "./steps.mjs";

/** @typedef {import("../types.js").Context} Context */
/** @typedef {import("../types.js").Drift} Drift */

const WAITS = "example.com/waits";

/** Deleted, and waiting for a finalizer. @param {Context} context @returns {Drift[]} */
function terminating(context) {
  const { desired, random } = context;
  if (HOMES.includes(desired.kind)) return [];
  const steps = [
    put("other", (live) =>
      set(live, ["metadata", "finalizers"], [...(live.metadata.finalizers ?? []), WAITS]),
    ),
    async (/** @type {import("../types.js").Client} */ client, /** @type {any} */ live) => {
      const sent = await client.delete(live);
      return sent.code >= 400 ? sent : client.get(live);
    },
  ];
  const edits = Object.values(MUTATIONS).flatMap((find) => random.some(find(context), 1));
  return [
    { where: "", steps },
    ...random.some(edits, 2).map(({ where, make }) => ({ where, steps, desired: make })),
    {
      where: "metadata/finalizers",
      steps,
      desired: () => set(desired, ["metadata", "finalizers"], ["example.com/new"]),
    },
  ];
}

/** Live and desired changed at once. @param {Context} context @returns {Drift[]} */
function both(context) {
  const { random } = context;
  const drift = random
    .some(Object.values({ ...others, ...owners }), 3)
    .flatMap((find) => random.some(find(context), 1))[0];
  const edit = random.some(Object.values(MUTATIONS), 3).flatMap((find) => random.some(find(context), 1))[0];
  return drift && edit ? [{ ...drift, where: `${drift.where} ${edit.where}`, desired: edit.make }] : [];
}

/** @type {import("../types.js").Drifts} */
export const DRIFTS = { ...others, ...owners, ...entries, terminating, "drift-and-edit": both };
