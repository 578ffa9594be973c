import type { Mode } from "../decision.js";
import { isObject, type Json } from "../json.js";
import { ANY } from "../walk/any.js";
import { LeafNode } from "../walk/leaf.js";
import { ListNode } from "../walk/list.js";
import { MapNode } from "../walk/map.js";
import type { Node } from "../walk/node.js";
import { Slot } from "../walk/slot.js";
import { StructNode } from "../walk/struct.js";
import type { TypeNodes } from "./types.js";

const PLAIN = new LeafNode("plain");

/**
 * The object's own metadata: labels and annotations by key, owner references by uid, finalizers as a set;
 * what others put there stays. Everything else in it is the server's. Under apply and merge, desired already
 * holds what others put there.
 * @param ownFinalizers ours, exact within: one that desired no longer states goes
 */
export function metadataNode(types: TypeNodes, ownFinalizers: readonly string[], mode: Mode): Node {
  const foreign = mode === "replace" ? "keep" : "remove";
  const shared = { of: PLAIN, nullIs: "", foreign } as const;
  return new StructNode(
    new Map([
      ["labels", container(new MapNode({ ...shared, managed: "labels" }))],
      ["annotations", container(new MapNode({ ...shared, managed: "annotations" }))],
      ["ownerReferences", container(ownerReferences(types, mode))],
      ["finalizers", container(finalizers(ownFinalizers, mode))],
      // Desired never states it, but a past apply may have: then the next one takes it away.
      ...(mode === "apply" ? ([["generateName", new Slot(PLAIN)]] as const) : []),
    ]),
    true,
    true,
    "silent",
  );
}

function container(node: Node): Slot {
  return new Slot(node, { emptyIsAbsent: node instanceof ListNode ? "list" : "object" });
}

function ownerReferences(types: TypeNodes, mode: Mode): Node {
  const typed = types.struct("meta/v1.OwnerReference", false, true);
  const keys = [{ name: "uid", fields: undefined }];
  return new ListNode({
    of: typed === ANY ? ANY : typed,
    nullIs: {},
    granularity: "items",
    applyKeys: keys,
    pairing: mode === "replace" ? "keys" : "order",
    keys,
    foreign: mode === "replace" ? "keep" : "remove",
    dropsRepeats: true,
    ...(mode === "replace" && { yields: yieldsController }),
  });
}

/** The server takes one controller only: another one's reference gives way to desired's. */
function yieldsController(desired: readonly Json[]): (item: Json) => boolean {
  const controls = desired.some(isController);
  return (item) => controls && isController(item);
}

function isController(item: Json): boolean {
  return isObject(item) && item.controller === true;
}

function finalizers(own: readonly string[], mode: Mode): Node {
  const ours: ReadonlySet<Json> = new Set(own);
  return new ListNode({
    of: PLAIN,
    nullIs: "",
    granularity: "set",
    pairing: "set",
    keys: undefined,
    foreign: mode === "replace" ? "keep" : "remove",
    dropsRepeats: true,
    ...(mode === "replace" && { yields: () => (item) => ours.has(item) }),
  });
}
