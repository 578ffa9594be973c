// @ts-check
import { setTimeout as wait } from "node:timers/promises";
import { names, object } from "../objects.mjs";

const NAME = "leader-elector";
const EVERY = 1000;
/** Renewals after which another candidate leads. */
const TERM = 15;

/** The server wants fractions of a second here. */
const microNow = () => new Date().toISOString().replace("Z", "000Z");

/**
 * Leases that are renewed each second, whatever else happens, and that now and then change hands.
 * @param {import("../types.d.ts").Stage} stage @returns {import("../types.d.ts").Actor}
 */
export function leases({ hand, namespace }) {
  const own = hand(NAME);
  const held = names("leader", 3).map((name) => object("coordination.k8s.io/v1", "Lease", namespace, name));
  const stopping = new AbortController();
  /** @type {Promise<void>} */
  let renewing = Promise.resolve();

  /** @param {number} count */
  async function renew(count) {
    const holderIdentity = `candidate-${Math.floor(count / TERM) % 2}`;
    await Promise.all(
      held.map((lease) =>
        own.update(lease, ({ spec }) => {
          if (spec.holderIdentity !== holderIdentity)
            Object.assign(spec, {
              holderIdentity,
              acquireTime: microNow(),
              leaseTransitions: (spec.leaseTransitions ?? 0) + 1,
            });
          spec.renewTime = microNow();
        }),
      ),
    );
  }

  async function renewAgain() {
    for (let count = 0; !stopping.signal.aborted; count++) {
      await renew(count);
      await wait(EVERY, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  return {
    name: NAME,
    async start() {
      await Promise.all(held.map((lease) => own.create({ ...lease, spec: { leaseDurationSeconds: 15 } })));
    },
    async round(round) {
      if (round === 0) renewing = renewAgain();
    },
    async stop() {
      stopping.abort();
      await renewing;
    },
  };
}
