import { ANY, isAny } from "../walk/any.js";
import type { KeyField } from "../walk/items.js";
import { ListNode } from "../walk/list.js";
import { MapNode } from "../walk/map.js";
import type { Mark } from "../walk/mark.js";
import type { Node } from "../walk/node.js";
import { Slot } from "../walk/slot.js";
import { StructNode } from "../walk/struct.js";
import { merged, type Overlay } from "./overlay.js";

/** A value of which only its own JSON is known: in an untyped object, or a map's. */
const PLAIN = new Slot(ANY);

/** The slot with what the overlay says of its place and of those below it. */
export function layOverSlot(slot: Slot, overlay: Overlay): Slot {
  const mark = { ...slot.mark, ...overlay.mark, ...ofAll(overlay.each?.mark) };
  const said = Object.keys(mark).length > 0 ? { mark } : {};
  return slot.with({ ...overlay.filled, ...said }, layOverNode(slot.node, overlay));
}

/** Whoever ignores or forbids every item ignores or forbids the list. */
function ofAll(each: Mark | undefined): Mark {
  const { ignore, absent } = each ?? {};
  return { ...(ignore !== undefined && { ignore }), ...(absent !== undefined && { absent }) };
}

function layOverNode(node: Node, overlay: Overlay): Node {
  if (node instanceof StructNode) return layOverStruct(node, overlay);
  if (node instanceof MapNode) return layOverMap(node, overlay);
  if (node instanceof ListNode) return layOverList(node, overlay);
  if (isAny(node) && (overlay.keys.size > 0 || overlay.prefixes.size > 0)) {
    return layOverMap(new MapNode({ of: ANY, nullIs: null, foreign: "remove" }), overlay);
  }
  if (isAny(node) && (overlay.list !== undefined || overlay.each !== undefined || overlay.items.length > 0)) {
    const plain = { of: ANY, nullIs: null, pairing: "order", keys: undefined, foreign: "remove" } as const;
    const applyKeys = overlay.list?.keys && keyFields(ANY, overlay.list.keys);
    return layOverList(new ListNode({ ...plain, ...(applyKeys && { applyKeys }) }), overlay);
  }
  return node;
}

function layOverStruct(node: StructNode, overlay: Overlay): Node {
  if (overlay.keys.size === 0) return node;
  const part = overlay.claim === "part";
  const fields = new Map(part ? [] : node.fields);
  for (const [key, place] of overlay.keys) {
    const slot = node.fields.get(key);
    if (part && place.claim === undefined) continue;
    if (slot === undefined && node.rest === "unknown" && saysOnlyHow(place)) continue;
    fields.set(key, layOverSlot(slot ?? PLAIN, place));
  }
  return new StructNode(
    fields,
    part || node.zero !== undefined,
    true,
    part ? "noted" : node.rest,
    node.traits,
  );
}

/** True of a place of which it is only said how it is compared: that makes no field that the kind does not have. */
function saysOnlyHow({ mark = {}, filled, claim, keys, prefixes, items, each }: Overlay): boolean {
  const places = [...keys.values(), ...prefixes.values(), ...items.map(({ overlay }) => overlay)];
  const said = Object.keys(mark).filter((name) => name !== "incidental");
  if (said.length > 0 || filled !== undefined || claim !== undefined) return false;
  return places.every(saysOnlyHow) && (each === undefined || saysOnlyHow(each));
}

function layOverMap(node: MapNode, overlay: Overlay): Node {
  const { of, foreign } = node.shape;
  const value = PLAIN.with({}, of);
  const only = overlay.claim === "part";
  const claimed = ([, place]: readonly [string, Overlay]): boolean => !only || place.claim !== undefined;
  const all: readonly (readonly [string, Overlay])[] = overlay.each === undefined ? [] : [["", overlay.each]];
  const prefixes = [...all, ...overlay.prefixes].filter(claimed);
  /** What the prefixes that a key starts with say, the longest last. */
  const covering = (key: string): Overlay[] =>
    prefixes
      .filter(([prefix]) => key.startsWith(prefix))
      .sort(([a], [b]) => a.length - b.length)
      .map(([, place]) => place);
  const slotFor = (key: string, own: readonly Overlay[]): Slot =>
    layOverSlot(value, merged([...covering(key), ...own]));
  const keys = [...overlay.keys].filter(claimed);
  return new MapNode({
    ...node.shape,
    foreign: overlay.claim === "whole" ? "remove" : foreign,
    only,
    ...(keys.length > 0 && { keys: new Map(keys.map(([key, place]) => [key, slotFor(key, [place])])) }),
    ...(prefixes.length > 0 && {
      prefixes: prefixes
        .map(([prefix]) => ({ prefix, slot: slotFor(prefix, []) }))
        .sort((a, b) => b.prefix.length - a.prefix.length),
    }),
  });
}

function layOverList(node: ListNode, overlay: Overlay): Node {
  const shape = node.shape;
  const each = overlay.each;
  const of = each === undefined ? shape.of : layOverNode(shape.of, each);
  const item = PLAIN.with({}, shape.of);
  const keys = overlay.list?.keys === undefined ? shape.keys : keyFields(shape.of, overlay.list.keys);
  const partial = overlay.claim === "part" && keys !== undefined;
  const named = overlay.items;
  return new ListNode({
    ...shape,
    of,
    keys,
    onlyNamed: partial && each === undefined,
    pairing: overlay.list?.pairing ?? (partial ? "keys" : shape.pairing),
    foreign:
      overlay.list?.foreign ?? (overlay.claim === "whole" ? "remove" : partial ? "keep" : shape.foreign),
    ...(each?.mark !== undefined && { each: layOverSlot(item, each) }),
    ...(named.length > 0 && {
      items: named.map(({ where, overlay: place }) => ({
        where,
        slot: layOverSlot(item, withEach(each, [place])),
      })),
      combine: combiner(item, each, named),
    }),
    ...(overlay.list !== undefined && { part: overlay.list.part }),
  });
}

/** The slot of an item that several entries name, made when such an item is first met. */
function combiner(
  item: Slot,
  each: Overlay | undefined,
  named: Overlay["items"],
): (indexes: readonly number[]) => Slot {
  const made = new Map<string, Slot>();
  return (indexes) => {
    const key = indexes.join();
    const found =
      made.get(key) ??
      layOverSlot(
        item,
        withEach(
          each,
          indexes.flatMap((index) => named[index]?.overlay ?? []),
        ),
      );
    made.set(key, found);
    return found;
  };
}

/** What is said of every item, and of these. */
function withEach(each: Overlay | undefined, places: readonly Overlay[]): Overlay {
  return merged(each === undefined ? places : [each, ...places]);
}

/** The keys that a rule names. */
function keyFields(of: Node, names: readonly string[]): KeyField[] {
  return names.map((name) => ({ name, fields: of instanceof StructNode ? of.fields : undefined }));
}
