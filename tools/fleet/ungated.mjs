// @ts-check
/**
 * @typedef {import("../../src/index.js").ClusterPort} ClusterPort
 * @typedef {import("../../src/index.js").Ensurer} Ensurer
 * @typedef {import("../../src/index.js").KubeObject} KubeObject
 * @typedef {Record<string, any>} Loose
 */

const DECISION = /** @type {const} */ ({
  verdict: "skip",
  strategy: "unconditional",
  reason: { code: "equal" },
});

/**
 * What stands in an operator where there is no gate: each object is written on each pass. By "apply": the object as the builders make
 * it, by server-side apply. By "update": as controller-runtime's CreateOrUpdate without its comparison: the object as the informer
 * has it, with what the builders state laid over, by PUT.
 * @param {ClusterPort} port @param {string} how @param {string} fieldManager
 * @param {Ensurer} gated for pruning, which is no different
 * @returns {Ensurer}
 */
export function ungated(port, how, fieldManager, gated) {
  /** @param {KubeObject} desired @param {KubeObject | undefined} live @param {"status"} [subresource] */
  async function write(desired, live, subresource) {
    const { apply, replace } = /** @type {Required<ClusterPort>} */ (port);
    const options = { fieldManager, ...(subresource && { subresource }) };
    if (how === "apply") return apply.call(port, desired, { ...options, force: true });
    return live === undefined
      ? port.create(desired, options)
      : replace.call(port, laidOver(desired, live), options);
  }

  return /** @type {Ensurer} */ ({
    async ensure(desired, { live } = {}) {
      const object = await write(desired, /** @type {KubeObject | undefined} */ (live));
      return { result: "updated", decision: DECISION, object, retries: 0 };
    },
    async ensureStatus(desired, { live } = {}) {
      const there = /** @type {KubeObject} */ (live);
      const object = await write(withTimes(desired, there), there, "status");
      return { result: "updated", decision: DECISION, object, retries: 0 };
    },
    ensureAll: (desired, { live } = {}) =>
      Promise.all(
        desired.map(async (each) => {
          const { apiVersion = "", kind = "", metadata: { namespace, name = "" } = {} } = each;
          const ref = { apiVersion, kind, namespace, name };
          try {
            const object = await write(each, /** @type {KubeObject | undefined} */ (live?.(each)));
            return { ref, result: "updated", decision: DECISION, object, retries: 0 };
          } catch (error) {
            return { ref, result: "failed", error };
          }
        }),
      ),
    prune: gated.prune,
  });
}

/** @param {Loose} desired @param {Loose} live @returns {KubeObject} */
function laidOver(desired, live) {
  const { labels, ...metadata } = desired.metadata;
  return {
    ...live,
    ...desired,
    metadata: { ...live.metadata, ...metadata, labels: { ...live.metadata.labels, ...labels } },
    // A live object's claim templates cannot be changed: operators leave them.
    ...(desired.spec && { spec: { ...live.spec, ...desired.spec, ...kept(live.spec) } }),
  };
}

/** @param {Loose} spec */
function kept({ volumeClaimTemplates }) {
  return volumeClaimTemplates === undefined ? {} : { volumeClaimTemplates };
}

/** As meta.SetStatusCondition does it. @param {Loose} desired @param {Loose} live @returns {Loose & KubeObject} */
function withTimes(desired, live) {
  const before = new Map(
    (live.status?.conditions ?? []).map((/** @type {Loose} */ each) => [each.type, each]),
  );
  const conditions = desired.status.conditions.map((/** @type {Loose} */ each) => {
    const was = before.get(each.type);
    const kept = was?.status === each.status ? was.lastTransitionTime : undefined;
    return { ...each, lastTransitionTime: kept ?? `${new Date().toISOString().slice(0, 19)}Z` };
  });
  return { ...desired, status: { ...desired.status, conditions } };
}
