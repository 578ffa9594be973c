import type { Json, JsonObject } from "../json.js";
import type { Context } from "./context.js";

/**
 * What server-side apply takes for one value. whole: a scalar, an atomic list, map or struct. members: a map or struct,
 * merged key by key. items: a list whose items are told apart by keys. set: one of scalars. deduced: nothing is known
 * of it, so an object is merged by its members, and all else is whole.
 */
export type Granularity = "whole" | "members" | "items" | "set" | "deduced";

/**
 * One place in a plan. Both values are present: what is absent, defaulted or ignored has been
 * settled by the slot that holds the node.
 */
export interface Node {
  /** Itself, where it is such a node: many kinds of node stand in one slot's place, and to ask each for its method takes long. */
  readonly struct?: MembersNode & { readonly mixes: boolean };
  readonly map?: MembersNode & { readonly isShared: boolean };
  readonly list?: ItemsNode;
  /** True where a rule or a kind's own facts mark something at or below this node. */
  readonly marked: boolean;
  /**
   * The empty value, where something at or below this node is protected (ignored, kept): then a value that
   * desired leaves out goes only as far as it is not protected.
   */
  readonly stump: JsonObject | readonly Json[] | undefined;
  /**
   * True where a rule says that something at or below this node must be gone, or that it is exact: then neither
   * equal nor, under derivative, left out is enough.
   */
  readonly forbids: boolean;
  readonly granularity: Granularity;
  /** The node of a list's items. */
  readonly of?: Node;
  /** A struct that Go holds by value: absent is the same as {}. */
  readonly zero: Json | undefined;
  /**
   * What live will be after the write: live itself, by identity, where nothing changes.
   * Without a report, DIFFERS at the first difference.
   */
  walk(desired: Json, live: Json, cx: Context): Json | undefined;
  /** True where all that desired states here is left as live has it. */
  onlyLives?(desired: Json): boolean;
  /** Desired's value by type only (no defaults), for fingerprints. */
  canonical(desired: Json): Json;
}

/** A node of objects: a struct or a map. */
export interface MembersNode extends Node {
  /** As `walk`, of two objects and without a report: the skip path. */
  quick(desired: JsonObject, live: JsonObject, cx: Context): Json | undefined;
}

/** A node of lists. */
export interface ItemsNode extends Node {
  /** As `walk`, of two lists and without a report: the skip path. */
  quick(desired: readonly Json[], live: readonly Json[], cx: Context): Json | undefined;
}
