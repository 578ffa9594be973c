import { ANY } from "../walk/any.js";
import type { KeyField } from "../walk/items.js";
import { ListNode } from "../walk/list.js";
import { MapNode } from "../walk/map.js";
import type { Node } from "../walk/node.js";
import { Slot } from "../walk/slot.js";
import { StructNode } from "../walk/struct.js";
import type { Overlay } from "./overlay.js";

/** A value of which only its own JSON is known: in an untyped object, or a map's. */
const PLAIN = new Slot(ANY);

/** The slot with what the overlay says of its place and of those below it. */
export function applyToSlot(slot: Slot, overlay: Overlay): Slot {
  const whole = overlay.each?.mark?.ignore;
  const mark = whole === undefined ? overlay.mark : { ...overlay.mark, ignore: whole };
  return slot.with({ ...overlay.filled, mark: mark ?? slot.mark }, applyToNode(slot.node, overlay));
}

function applyToNode(node: Node, overlay: Overlay): Node {
  if (node instanceof StructNode) return applyToStruct(node, overlay);
  if (node instanceof MapNode) return applyToMap(node, overlay);
  if (node instanceof ListNode) return applyToList(node, overlay);
  if (node === ANY && (overlay.keys.size > 0 || overlay.prefixes.size > 0)) {
    return applyToMap(new MapNode({ of: ANY, nullIs: null, foreign: "remove" }), overlay);
  }
  if (
    node === ANY &&
    (overlay.list !== undefined || overlay.each !== undefined || overlay.items.length > 0)
  ) {
    const plain = { of: ANY, nullIs: null, pairing: "order", keys: undefined, foreign: "remove" } as const;
    return applyToList(new ListNode(plain), overlay);
  }
  return node;
}

function applyToStruct(node: StructNode, overlay: Overlay): Node {
  if (overlay.keys.size === 0) return node;
  const part = overlay.claim === "part";
  const fields = new Map(part ? [] : node.fields);
  for (const [key, place] of overlay.keys) {
    const slot = node.fields.get(key);
    if (part && place.claim === undefined) continue;
    fields.set(key, applyToSlot(slot ?? PLAIN, place));
  }
  return new StructNode(fields, part || node.zero !== undefined, true, part ? "noted" : node.rest);
}

function applyToMap(node: MapNode, overlay: Overlay): Node {
  const { of, nullIs, foreign } = node.shape;
  const value = PLAIN.with({}, of);
  const only = overlay.claim === "part";
  const claimed = [...overlay.keys].filter(([, place]) => !only || place.claim !== undefined);
  const prefixed = [...overlay.prefixes].filter(([, place]) => !only || place.claim !== undefined);
  return new MapNode({
    of: overlay.each === undefined ? of : applyToNode(of, overlay.each),
    nullIs,
    foreign: overlay.claim === "whole" ? "remove" : foreign,
    only,
    ...(claimed.length > 0 && {
      keys: new Map(claimed.map(([key, place]) => [key, applyToSlot(value, place)])),
    }),
    ...(prefixed.length > 0 && {
      prefixes: prefixed.map(([prefix, place]) => ({ prefix, slot: applyToSlot(value, place) })),
    }),
  });
}

function applyToList(node: ListNode, overlay: Overlay): Node {
  const shape = node.shape;
  const each = overlay.each;
  const of = each === undefined ? shape.of : applyToNode(shape.of, each);
  const item = PLAIN.with({}, of);
  const keys = overlay.list?.keys === undefined ? shape.keys : keyFields(of, overlay.list.keys);
  const partial = overlay.claim === "part" && keys !== undefined;
  return new ListNode({
    ...shape,
    of,
    keys,
    onlyNamed: partial && each === undefined,
    pairing: overlay.list?.pairing ?? (partial ? "keys" : shape.pairing),
    foreign:
      overlay.claim === "whole" ? "remove" : (overlay.list?.foreign ?? (partial ? "keep" : shape.foreign)),
    ...(overlay.items.length > 0 && {
      items: overlay.items.map(({ where, overlay: place }) => ({ where, slot: applyToSlot(item, place) })),
    }),
    ...(overlay.list !== undefined && { part: overlay.list.part }),
  });
}

/** The keys that a rule names. */
function keyFields(of: Node, names: readonly string[]): KeyField[] {
  return names.map((name) => ({ name, fields: of instanceof StructNode ? of.fields : undefined }));
}
