// @ts-check
// Another client's PUT: what it changed, added and took away.
import { get, isObject, set, update } from "../edit.mjs";
import { custom } from "../mutations/custom.mjs";
import { fields, filledIn, valueFor } from "../mutations/fields.mjs";
import { listEdits } from "../mutations/lists.mjs";
import { metadata } from "../mutations/metadata.mjs";
import { otherValue, values } from "../mutations/values.mjs";
import { absentFields, sitesOf, whereOf } from "../sites.mjs";
import { patchSubresource, put } from "./steps.mjs";

/** @typedef {import("../types.js").Context} Context */
/** @typedef {import("../types.js").Drift} Drift */

const OTHER = "other";

/** Edits of desired that another client may make to live as well. */
const EDITS = {
  ...Object.fromEntries(
    Object.entries(values).filter(([name]) => !["wrong-type", "top-null", "value-null"].includes(name)),
  ),
  ...Object.fromEntries(Object.entries(listEdits).filter(([name]) => !/null|empty/.test(name))),
  ...Object.fromEntries(
    ["preserved-add", "nullable-add-null", "defaults-clear", "set-reverse", "key-empty-name"].map((name) => [
      name,
      custom[name],
    ]),
  ),
  ...Object.fromEntries(
    ["add-zero", "add-empty", "add-value", "map-add"].map((name) => [name, fields[name]]),
  ),
  ...Object.fromEntries(
    [
      "label-add",
      "annotation-add",
      "key-change",
      "key-gone",
      "finalizer-add",
      "owner-add",
      "owner-add-controller",
      "finalizers-swap",
      "finalizers-fewer",
      "owners-swap",
      "owners-fewer",
      "owner-change",
    ].map((name) => [name, metadata[name]]),
  ),
};

/** The context of somebody who edits live. @param {Context} context @returns {Context} */
export const onLive = (context) => ({
  ...context,
  desired: context.live,
  sites: sitesOf(context.live, context.root),
});

/** @param {import("../types.js").Edit} edit @returns {import("../types.js").Step} */
export const putEdit = (edit) => put(OTHER, () => edit.make());

/** @param {(context: Context) => import("../types.js").Edit[]} edits @returns {(context: Context) => Drift[]} */
const byOther = (edits) => (context) =>
  edits(onLive(context)).map((edit) => ({ where: edit.where, steps: [putEdit(edit)] }));

/** A field that the server filled in, set to something else. @param {Context} context @returns {Drift[]} */
function defaults(context) {
  const { desired, live, random } = context;
  const paths = filledIn(desired, live);
  const scalars = sitesOf(live, context.root).filter(
    ({ path, value }) =>
      !isObject(value) &&
      !Array.isArray(value) &&
      paths.some((each) => each.every((step, at) => path[at] === step)),
  );
  return random.some(scalars, 3).map((site) => ({
    where: whereOf(site.path),
    steps: [put(OTHER, (now) => set(now, site.path, otherValue(site, random)))],
  }));
}

/** Where a kind has its pod's spec. @param {Context} context */
function podSpec({ live }) {
  return [
    ["spec", "template"],
    ["spec", "jobTemplate", "spec", "template"],
  ].find((path) => isObject(get(live, [...path, "spec"])));
}

/** @param {Context} context @returns {Drift[]} */
function sidecar(context) {
  const template = podSpec(context);
  if (template === undefined) return [];
  const add = (/** @type {any} */ spec) => ({
    ...spec,
    containers: [
      ...(spec.containers ?? []),
      {
        name: "sidecar",
        image: "example.com/proxy:1",
        volumeMounts: [{ name: "proxy", mountPath: "/etc/proxy" }],
      },
    ],
    volumes: [...(spec.volumes ?? []), { name: "proxy", emptyDir: {} }],
  });
  const env = (/** @type {any} */ list = []) => [...list, { name: "INJECTED", value: "1" }];
  return [
    { where: whereOf(template), steps: [put(OTHER, (live) => update(live, [...template, "spec"], add))] },
    {
      where: whereOf(template),
      steps: [put(OTHER, (live) => update(live, [...template, "spec", "containers", 0, "env"], env))],
    },
  ];
}

/** kubectl rollout restart. @param {Context} context @returns {Drift[]} */
function restart(context) {
  const template = podSpec(context);
  if (template === undefined) return [];
  const path = [...template, "metadata", "annotations", "kubectl.kubernetes.io/restartedAt"];
  return [
    {
      where: whereOf(path),
      steps: [put("kubectl-rollout", (live) => set(live, path, "2026-01-02T03:04:05Z"))],
    },
  ];
}

/** @param {string} manager @returns {(context: Context) => Drift[]} */
const scale =
  (manager) =>
  ({ live }) =>
    typeof get(live, ["spec", "replicas"]) !== "number"
      ? []
      : [{ where: "spec/replicas", steps: [patchSubresource(manager, "scale", { spec: { replicas: 7 } })] }];

/** A field that only another client states. @param {import("../types.js").Node} node */
function filled(node) {
  const { type, of } = node;
  const inner = of && valueFor(of);
  if (type === "list") return inner === undefined ? undefined : [inner];
  if (type === "map") return inner === undefined ? undefined : { theirs: inner };
  return valueFor(node);
}

/** @param {any} value */
function emptied(value) {
  if (typeof value === "object") return Array.isArray(value) ? [] : {};
  return typeof value === "boolean" ? false : typeof value === "number" ? 0 : "";
}

/**
 * A field that another client filled, and that desired states as nothing.
 * @param {(value: any) => any} nothing
 * @returns {(context: Context) => Drift[]}
 */
const stated = (nothing) => (context) => {
  const { desired, live, random } = context;
  const structs = context.sites.filter(({ path }) => isObject(get(live, path)));
  return random.some(structs, 8).flatMap((site) => {
    const free = absentFields(site).filter(
      ([name, node]) => get(live, [...site.path, name]) === undefined && filled(node) !== undefined,
    );
    return random.some(free, 1).map(([name, node]) => {
      const path = [...site.path, name];
      return {
        where: whereOf(path),
        steps: [put(OTHER, (now) => set(now, path, filled(node)))],
        desired: () => set(desired, path, nothing(filled(node))),
      };
    });
  });
};

/** @type {import("../types.js").Drifts} */
export const others = {
  ...Object.fromEntries(
    Object.entries(EDITS).map(([name, edits]) => [`drift-${name}`, byOther(edits ?? (() => []))]),
  ),
  "drift-default": defaults,
  "drift-filled-empty": stated(emptied),
  "drift-filled-null": stated(() => null),
  "drift-sidecar": sidecar,
  "drift-restart": restart,
  "drift-scale": scale("autoscaler"),
  "drift-scale-own-name": scale("ctl"),
};
