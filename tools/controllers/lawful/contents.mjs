// @ts-check
import { configMap, names, object } from "../objects.mjs";

/** @typedef {import("../types.d.ts").Stage} Stage @typedef {import("../types.d.ts").Actor} Actor @typedef {import("../../accuracy/types.d.ts").Random} Random */

/** @param {Random} chance */
const text = (chance) =>
  Array.from({ length: 6 }, () => chance.int(0x7fffffff).toString(36).padStart(6, "0")).join("-");

/** ConfigMaps that are written with new contents each time, by patch. @param {Stage} stage @param {number} part @returns {Actor} */
export function contents({ hand, namespace, random, rounds, share }, part) {
  const NAME = "config-sync";
  const own = hand(NAME);
  const chance = random(NAME);
  const each = share(part);
  const maps = names("synced", Math.ceil((each * rounds) / 12)).map((name) =>
    configMap(namespace, name, NAME, { "data.json": "{}" }),
  );
  return {
    name: NAME,
    async start() {
      await Promise.all(maps.map((map) => own.create(map)));
    },
    async round() {
      await Promise.all(
        chance
          .some(maps, each)
          .map((map) => own.merge(map, { data: { "data.json": JSON.stringify({ text: text(chance) }) } })),
      );
    },
  };
}

/**
 * Queues that are written to whenever they begin or end a job: the state goes back and forth, but each write says something new.
 * @param {Stage} stage @returns {Actor}
 */
export function queues({ hand, namespace }) {
  const NAME = "queue-runner";
  const own = hand(NAME);
  const some = names("queue", 3).map((name) => configMap(namespace, name, NAME, { state: "idle" }));
  return {
    name: NAME,
    async start() {
      await Promise.all(some.map((queue) => own.create(queue)));
    },
    async round(round) {
      const data = { state: round % 2 === 0 ? "busy" : "idle", job: `job-${round}` };
      await Promise.all(some.map((queue) => own.merge(queue, { data })));
    },
  };
}

/** Certificates that are rotated, by apply. @param {Stage} stage @param {number} part @returns {Actor} */
export function certificates({ hand, namespace, random, rounds, share }, part) {
  const NAME = "cert-manager";
  const own = hand(NAME);
  const chance = random(NAME);
  const each = share(part);
  /** @param {string} name */
  const fresh = (name) => {
    const [crt, key] = [text(chance), text(chance)].map((plain) => Buffer.from(plain).toString("base64"));
    return object("v1", "Secret", namespace, name, {
      type: "kubernetes.io/tls",
      data: { "tls.crt": crt, "tls.key": key },
    });
  };
  const secrets = names("certificate", Math.ceil((each * rounds) / 5));
  const rotate = async (/** @type {readonly string[]} */ some) => {
    await Promise.all(some.map((name) => own.apply(fresh(name))));
  };
  return {
    name: NAME,
    start: () => rotate(secrets),
    round: () => rotate(chance.some(secrets, each)),
  };
}
