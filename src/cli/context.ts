import type { ClusterFactory } from "./cluster/cluster.js";
import type { EngineFactory } from "./engine.js";
import type { Shell } from "./shell.js";

/** What every command is run with. */
export interface Context {
  readonly shell: Shell;
  readonly engine: EngineFactory;
  readonly cluster: ClusterFactory;
}
