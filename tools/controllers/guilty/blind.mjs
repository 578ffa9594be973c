// @ts-check
import { configMap, deployment, names, object, service } from "../objects.mjs";

const NAME = "blind-operator";

/**
 * Applies the same objects on each pass, as it finds nothing to compare. The server finds that nothing changes, and raises no event.
 * @param {import("../types.d.ts").Stage} stage @returns {import("../types.d.ts").Actor}
 */
export function blind({ hand, namespace, apps }) {
  const own = hand(NAME);
  const each = names("blind", Math.ceil(apps.length / 6));
  const set = each.flatMap((name) => [
    deployment(namespace, name, NAME, { image: "registry.example/blind:1.0", replicas: 2 }),
    service(namespace, name, NAME, [{ name: "http", port: 80, targetPort: "http" }]),
    configMap(namespace, name, NAME, { "blind.conf": "level = info\n" }),
    object("policy/v1", "PodDisruptionBudget", namespace, name, {
      spec: { maxUnavailable: 1, selector: { matchLabels: { app: name } } },
    }),
  ]);
  const kinds = ["Deployment", "Service", "ConfigMap", "PodDisruptionBudget"];
  const apply = async () => {
    await Promise.all(set.map((desired) => own.apply(desired)));
  };
  return {
    name: NAME,
    guilt: { what: "writes-nothing", objects: kinds.map((kind) => ({ kind, names: each })) },
    cure: { mode: "apply", desired: set },
    start: apply,
    round: apply,
  };
}
