// @ts-check
import { deployment, names } from "../objects.mjs";

const NAME = "ci-deployer";
/** Releases of one Deployment, one of which is taken back. */
const RELEASES = [1, 2, 3, 2, 4, 5, 6];

/**
 * Rolls new images out, by server-side apply of the whole Deployment.
 * @param {import("../types.d.ts").Stage} stage @param {number} part @returns {import("../types.d.ts").Actor}
 */
export function rollouts({ hand, namespace, rounds, share }, part) {
  const own = hand(NAME);
  const each = share(part);
  const released = names("web", Math.ceil((each * rounds) / (RELEASES.length - 1))).map((name) => ({
    name,
    at: 0,
  }));
  /** @param {{ name: string, at: number }} one */
  const release = ({ name, at }) =>
    own.apply(
      deployment(namespace, name, NAME, { image: `registry.example/web:${RELEASES[at]}.0`, replicas: 2 }),
    );
  return {
    name: NAME,
    async start() {
      await Promise.all(released.map(release));
    },
    async round(round) {
      const due = released.filter((_, index) => {
        const turn = (index - round * each) % released.length;
        return (turn + released.length) % released.length < each;
      });
      await Promise.all(
        due
          .filter(({ at }) => at + 1 < RELEASES.length)
          .map((one) => {
            one.at += 1;
            return release(one);
          }),
      );
    },
  };
}
