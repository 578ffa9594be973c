// @ts-check
// What managedFields say of us: nothing, another operation, another version, less or more than now.
import { get, set, update } from "../edit.mjs";
import { filledIn } from "../mutations/fields.mjs";
import { MUTATIONS } from "../mutations/index.mjs";
import { values } from "../mutations/values.mjs";
import { HOMES } from "../order.mjs";
import { onLive, putEdit } from "./others.mjs";
import { patchSubresource, put } from "./steps.mjs";

/** @typedef {import("../types.js").Context} Context */
/** @typedef {import("../types.js").Drift} Drift */
/** @typedef {import("../types.js").KubeObject} KubeObject */

const US = "ctl";

/** A desired changed in some way. @param {Context} context */
function changed(context) {
  const { random } = context;
  for (const find of random.some(Object.values(MUTATIONS), 8)) {
    const edit = random.pick(find(context));
    if (edit !== undefined) return edit;
  }
  return { where: "", make: () => context.desired };
}

/** With a desired as it was, and with one changed. @param {Context} context @param {readonly import("../types.js").Step[]} steps @param {Partial<Drift>} [more] @returns {Drift[]} */
function twice(context, steps, more = {}) {
  const edit = changed(context);
  return [
    { where: "", steps, ...more },
    { where: edit.where, steps, desired: edit.make, ...more },
  ];
}

/** Made by a create, so that no entry is an Apply. @param {string} manager @param {Context} context @returns {Drift[]} */
function created(manager, context) {
  if (HOMES.includes(context.desired.kind)) return [];
  return twice(context, [
    async (client, live) => {
      const { code, body } = await client.delete(live);
      if (code >= 400 || body.metadata.deletionTimestamp) return { code: 409, body };
      return client.create(context.desired, { fieldManager: manager });
    },
  ]);
}

/** @param {readonly any[]} entries @param {(entry: any) => any} change */
const ours = (entries, change) =>
  entries.map((entry) => (entry.manager === US && entry.operation === "Apply" ? change(entry) : entry));

/** managedFields as somebody rewrote them. @param {(entries: readonly any[]) => readonly any[]} change @returns {(context: Context) => Drift[]} */
const rewritten = (change) => (context) =>
  twice(context, [
    put("rewriter", (live) => update(live, ["metadata", "managedFields"], (list = []) => change(list))),
  ]);

/** What was applied before desired was changed. @param {Context} context @returns {Drift[]} */
function prior(context) {
  const edit = changed(context);
  return [
    { where: edit.where, steps: [(client) => client.apply(edit.make(), { fieldManager: US, force: true })] },
  ];
}

/** An Update by our own name. @param {Context} context @returns {Drift[]} */
function sameName(context) {
  const edits = ["scalar", "key-remove", "list-remove"].flatMap(
    (name) => values[name]?.(onLive(context)) ?? [],
  );
  const edit = context.random.pick(edits);
  const label = put(US, (live) => set(live, ["metadata", "labels", "by-update"], "yes"));
  return [
    { where: "metadata/labels/by-update", steps: [label] },
    ...(edit ? [{ where: edit.where, steps: [put(US, edit.make)] }] : []),
  ];
}

/** A label that we once wrote by an Update, and state now. @param {Context} context @returns {Drift[]} */
function sameNameStated({ desired }) {
  const path = ["metadata", "labels", "by-update"];
  return [
    {
      where: path.join("/"),
      steps: [put(US, (live) => set(live, path, "yes"))],
      desired: () => set(desired, path, "yes"),
    },
  ];
}

/** @param {Context} context @returns {Drift[]} */
function status({ root }) {
  return root.fields.get("status")?.fields.has("observedGeneration")
    ? [{ where: "status", steps: [patchSubresource(US, "status", { status: { observedGeneration: 1 } })] }]
    : [];
}

/** Ours in the object's other versions. @param {Context} context @returns {Drift[]} */
function otherVersion(context) {
  const { desired } = context;
  const group = desired.apiVersion.split("/").at(0);
  return twice(context, [
    async (client, live) => {
      const { body } = await client.request("GET", `/apis/${group}`);
      /** @type {{ groupVersion: string }[]} */
      const versions = body?.versions ?? [];
      for (const { groupVersion } of versions) {
        if (groupVersion === live.apiVersion || !(await client.resource(groupVersion, live.kind))) continue;
        const there = await client.get({ ...live, apiVersion: groupVersion });
        const { status: _, ...rest } = there.body;
        const { name, namespace, labels } = there.body.metadata;
        const object = { ...rest, metadata: { name, namespace, labels } };
        const sent = await client.apply(object, { fieldManager: US, force: true });
        return sent.code >= 400 ? sent : client.get(live);
      }
      return { code: 404, body: undefined };
    },
  ]);
}

/** A cache that strips managedFields. @param {Context} context @returns {Drift[]} */
function stripped(context) {
  const seen = (/** @type {KubeObject} */ live) => {
    const { managedFields: _, ...metadata } = live.metadata;
    return { ...live, metadata };
  };
  const edit = context.random.pick(values.scalar?.(onLive(context)) ?? []);
  return [
    ...twice(context, [], { seen }),
    ...(edit ? [{ where: edit.where, steps: [putEdit(edit)], seen }] : []),
  ];
}

/** We state what is there already, as a default. @param {Context} context @returns {Drift[]} */
function ownDefault({ desired, live, random }) {
  return random.some(filledIn(desired, live), 2).map((path) => ({
    where: path.join("/"),
    steps: [],
    desired: () => set(desired, path, get(live, path)),
  }));
}

/** @type {import("../types.js").Drifts} */
export const entries = {
  "entry-created-by-other": (context) => created("creator", context),
  "entry-created-by-us": (context) => created(US, context),
  "entry-reset": rewritten(() => []),
  "entry-gone": rewritten((list) => list.filter(({ manager }) => manager !== US)),
  "entry-update": rewritten((list) => ours(list, (entry) => ({ ...entry, operation: "Update" }))),
  "entry-other-manager": rewritten((list) => ours(list, (entry) => ({ ...entry, manager: "before" }))),
  "entry-empty": rewritten((list) => ours(list, (entry) => ({ ...entry, fieldsV1: {} }))),
  "entry-other-version": otherVersion,
  "entry-prior": prior,
  "entry-same-name": sameName,
  "entry-same-name-stated": sameNameStated,
  "entry-status": status,
  "entry-stripped": stripped,
  "entry-own-default": ownDefault,
};
