// @ts-check
import { names, networkPolicy } from "../objects.mjs";

const NAME = "isolation-operator";

/**
 * Applies policies that let nothing through, with empty lists. The server drops them when it stores a policy, finds that they were not
 * there before, and stores it anew: resourceVersion, generation and the time of the manager's entry move, nothing else.
 * @param {import("../types.d.ts").Stage} stage @returns {import("../types.d.ts").Actor}
 */
export function mover({ hand, namespace, apps }) {
  const own = hand(NAME);
  const each = names("isolated", Math.ceil(apps.length / 4));
  const set = each.map((name) =>
    networkPolicy(namespace, name, NAME, { policyTypes: ["Ingress", "Egress"], ingress: [], egress: [] }),
  );
  const apply = async () => {
    await Promise.all(set.map((desired) => own.apply(desired)));
  };
  return {
    name: NAME,
    guilt: { what: "moves-nothing", objects: [{ kind: "NetworkPolicy", names: each }] },
    cure: { mode: "apply", desired: set },
    start: apply,
    round: apply,
  };
}
