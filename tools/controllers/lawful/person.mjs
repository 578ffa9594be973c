// @ts-check
import { configMap, names, object } from "../objects.mjs";

/** @typedef {import("../types.d.ts").Stage} Stage */

/**
 * Edits by hand: each is made once, and undone once some rounds later; by the person, or where an operator owns the object, by that.
 * Before, what is there already is applied a second time, for nothing.
 * @param {Stage} stage @param {number} part @returns {import("../types.d.ts").Actor}
 */
export function person({ hand, namespace, apps, rounds, share }, part) {
  const edit = hand("kubectl", "kubectl-edit");
  const client = hand("kubectl", "kubectl-client-side-apply");
  const restart = hand("kubectl", "kubectl-rollout");
  const each = share(part);
  const old = names("legacy", each * Math.ceil(rounds / 2)).map((name) =>
    configMap(namespace, name, "nobody", { mode: "safe", limit: "10" }),
  );
  const own = apps.filter(({ replicas }) => replicas === "own").slice(0, Math.ceil(apps.length / 10));
  const later = Math.floor(rounds / 2);

  return {
    name: "kubectl",
    async start() {
      await Promise.all(old.map((one) => client.create(one)));
    },
    async round(round) {
      const from = (round % later) * each;
      const turn = Math.floor(round / later);
      const mine = turn < 2 ? old.slice(from, from + each) : [];
      const mode = turn === 0 ? "fast" : "safe";
      if (turn === 0) await Promise.all(mine.map((one) => client.merge(one, { data: one.data })));
      await Promise.all(mine.map((one) => edit.merge(one, { data: { mode } })));
      const app = own[round - 1];
      if (app === undefined) return;
      const { name } = app;
      // What the gated controller states it puts back; a restart is not its business.
      await edit.merge(object("v1", "ConfigMap", namespace, name), { data: { "rules.json": "{ }" } });
      const restartedAt = { "kubectl.kubernetes.io/restartedAt": new Date().toISOString() };
      await restart.merge(object("apps/v1", "Deployment", namespace, name), {
        spec: { template: { metadata: { annotations: restartedAt } } },
      });
    },
  };
}
