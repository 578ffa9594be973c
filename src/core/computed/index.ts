import * as cluster from "./cluster.js";
import * as image from "./image.js";
import * as pod from "./pod.js";
import * as podResources from "./pod-resources.js";
import * as service from "./service.js";
import type { Computed } from "./site.js";
import * as workload from "./workload.js";

export type { Computed, Site } from "./site.js";

const COMPUTED: Readonly<Record<string, Computed>> = {
  ...cluster,
  ...image,
  ...pod,
  ...podResources,
  ...service,
  ...workload,
};

/** The computed default that facts call by this name; undefined where there is none. */
export function computedDefault(name: string): Computed | undefined {
  return Object.hasOwn(COMPUTED, name) ? COMPUTED[name] : undefined;
}
