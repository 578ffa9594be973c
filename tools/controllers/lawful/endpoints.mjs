// @ts-check
import { names, object } from "../objects.mjs";

const NAME = "endpointslice-controller";
const ENDPOINTS = 4;

/**
 * Lists that really change: an endpoint goes and another comes in its place, or one is not ready for a while.
 * @param {import("../types.d.ts").Stage} stage @param {number} part @returns {import("../types.d.ts").Actor}
 */
export function endpoints({ hand, namespace, random, rounds, share }, part) {
  const own = hand(NAME);
  const chance = random(NAME);
  const each = share(part);
  let last = 0;
  const fresh = () => {
    last += 1;
    const address = `10.${1 + (last >> 16)}.${(last >> 8) & 255}.${last & 255}`;
    return {
      addresses: [address],
      conditions: { ready: true, serving: true },
      targetRef: { kind: "Pod", name: `pod-${last}`, namespace },
    };
  };
  const slices = names("slice", Math.ceil((each * rounds) / 15)).map((name) =>
    object("discovery.k8s.io/v1", "EndpointSlice", namespace, name, {
      addressType: "IPv4",
      ports: [{ name: "http", port: 8080, protocol: "TCP" }],
      endpoints: Array.from({ length: ENDPOINTS }, fresh),
    }),
  );
  return {
    name: NAME,
    async start() {
      await Promise.all(slices.map((slice) => own.create(slice)));
    },
    async round() {
      const work = chance.some(slices, each).map((slice) => {
        const [at, comes, readies] = [chance.int(ENDPOINTS), chance.int(4) > 0, fresh()];
        return own.update(slice, (live) => {
          const { conditions } = live.endpoints[at];
          if (comes) live.endpoints.splice(at, 1, readies);
          else live.endpoints[at].conditions = { ...conditions, ready: !conditions.ready };
        });
      });
      await Promise.all(work);
    },
  };
}
