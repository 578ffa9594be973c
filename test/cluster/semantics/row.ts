import type { DecideOptions } from "../../../src/core/decide/options.js";
import type { Decision, Mode, Reason } from "../../../src/core/decision.js";
import type { JsonObject } from "../../../src/core/json.js";
import type { GateOptions } from "../../../src/index.js";
import type { RuleLiteral } from "../../../src/rules/set.js";
import type { Answer, Client, KubeObject } from "../../../tools/cluster/types.d.ts";
import type { Differences } from "./differences.js";
import type { Body, Step } from "./writes.js";

/** What the server does with a write. */
export type Server =
  | "unchanged"
  /** Only managedFields change. */
  | "own"
  /** Every value that differs afterwards, by path. */
  | { readonly changed: Differences }
  /** `says`: a part of the message. */
  | { readonly refused: number; readonly says: string };

/** An object as it was read. */
export type Live = Body & { readonly metadata: JsonObject };

export type Verdict = Decision["verdict"];

/** What the gate says, where more is known of it than the server's answer tells. */
interface Expected {
  readonly is?: Verdict | readonly Verdict[];
  readonly reason?: Reason["code"];
  /** Of the decision's changes, or of its reason. */
  readonly paths?: readonly string[];
  /** Some of what is passed over, as `path code`. */
  readonly passed?: readonly string[];
  /** What the gate's own payload changes, where it is not what the plain write changes. */
  readonly lands?: Differences;
  /** The decision's payload is refused too: what desired states is no value of its field. */
  readonly refused?: number;
  /** How the decision's payload is to be sent, where not in the gate's mode. */
  readonly mode?: Mode;
  /** The verdict after the payload was written; skip unless given. After a second write it is skip. */
  readonly again?: Verdict;
  /** Why there is an `again`. */
  readonly because?: string;
}

/** One claim: what the server does with a write, and what the gate says of it. */
export interface Row {
  readonly name: string;
  readonly modes: readonly Mode[];
  /** As we wrote it at first: created, or applied where the mode is apply. */
  readonly first: Body;
  /** By whom it was written at first, where not by us in this mode. */
  readonly firstBy?: (client: Client, object: KubeObject) => Promise<Answer>;
  /** What others did then. */
  readonly meanwhile?: readonly Step[];
  /** What we write now, made of what we read perhaps; as at first unless given. */
  readonly desired?: Body | ((live: Live) => Body);
  /** The plain write sends desired just so, in place of reading and laying it over. */
  readonly bare?: true;
  /** What the server made of the first write, status apart: filled in, changed and dropped. */
  readonly stored?: Differences;
  readonly server: Server;
  /** The plain write is sent for real: does it move resourceVersion? */
  readonly moves?: boolean;
  readonly gate?: Expected;
  readonly rule?: Omit<RuleLiteral, "group" | "kind">;
  readonly options?: Omit<GateOptions, "rules" | "mode">;
  readonly decide?: DecideOptions;
}

/** What a table's rows have in common. */
export interface Surroundings {
  /** Objects that are there before: of the cluster, or in the table's namespace. */
  readonly around?: readonly Body[];
  /** CustomResourceDefinitions, as YAML: the server serves their kinds, and the gate has the facts of them. */
  readonly crds?: string;
}
