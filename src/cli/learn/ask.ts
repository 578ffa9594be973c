import { Limit } from "../../adapter/ensure/limit.js";
import type { Json } from "../../core/json.js";
import type { Cluster } from "../cluster/cluster.js";
import type { Settings } from "../settings.js";

/** Asks a server for what stands at a path. */
export type Ask = (path: string) => Promise<Json>;

/** Each answer has the time that the settings give. */
export function askOf({ port }: Cluster, { timeoutMs }: Settings): Ask {
  return (path) =>
    new Limit(undefined, timeoutMs).run(timeoutMs, (signal) => port.document(path, { signal }));
}
