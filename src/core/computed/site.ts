import type { Json, JsonObject } from "../json.js";
import type { NodePorts } from "./node-ports.js";

/** The names of a struct's fields. */
export interface Fields {
  has(name: string): boolean;
}

/** Where a computed default is asked for. */
export interface Site {
  /** What the field states; undefined where it is absent. */
  readonly value: Json | undefined;
  /** The struct that the field belongs to. */
  readonly owner: JsonObject;
  /** The struct's own fields, by name; what else it states, the server drops. */
  readonly fields: Fields | undefined;
  /** The whole object that the struct belongs to. */
  readonly root: JsonObject;
  /** For desired: live's value of the field, which the server may carry over. */
  readonly live: Json | undefined;
  /** The whole live object. */
  readonly liveRoot: JsonObject;
  /** Labels and annotations of others are part of what is stated, rather than left as live has them. */
  readonly whole: boolean;
  /** The name that the caller writes under, where it is known: labels that are ours alone go with desired. */
  readonly manager: string | undefined;
  /** To find one port among all. */
  readonly nodePorts: NodePorts;
}

/** A default that depends on neighbours or on live. */
export interface Computed {
  /** Asked for a stated value too, which the server completes or replaces. */
  readonly completes?: true;
  /**
   * Worked out from what is stored beside it, not from what is stated: where all of that is as live has it and live has nothing here,
   * there will be nothing.
   */
  readonly ofStored?: true;
  /** The value that the server will store; undefined where it stores none. */
  value(site: Site): Json | undefined;
}
