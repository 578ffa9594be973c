import type { Decision } from "../../core/decision.js";
import type { KubeObject } from "../../core/json.js";

/** What a table is run against: a gate, or anything that decides like one. */
export interface Decides {
  decide(desired: KubeObject, live: KubeObject | undefined): Decision;
}
