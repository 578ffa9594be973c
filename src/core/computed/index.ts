import * as cluster from "./cluster.js";
import * as image from "./image.js";
import * as pod from "./pod.js";
import * as podResources from "./pod-resources.js";
import * as service from "./service.js";
import type { Computed } from "./site.js";
import * as workload from "./workload.js";

export type { Computed, Site } from "./site.js";

/** The computed defaults, by the names that facts use. */
export const COMPUTED: ReadonlyMap<string, Computed> = new Map<string, Computed>(
  Object.entries({
    ...cluster,
    ...image,
    ...pod,
    ...podResources,
    ...service,
    ...workload,
  }),
);
