import type { Json, JsonObject } from "../json.js";
import type { Path, Segment } from "../path.js";
import type { ListShape } from "../walk/items.js";
import type { LiveCondition, Mark } from "../walk/mark.js";

/** What rules and a kind's own facts say of places, as a tree of path steps. */
export interface Overlay {
  mark: Mark | undefined;
  /** Facts that hold for this kind only: a constant default or a computed one. */
  filled: Filled | undefined;
  /** How the list here pairs its items. */
  list: ListPairing | undefined;
  /** The place is claimed by `fields`: whole, or only what is claimed below. */
  claim: "whole" | "part" | undefined;
  readonly keys: Map<string, Overlay>;
  readonly prefixes: Map<string, Overlay>;
  readonly items: { readonly where: Readonly<Record<string, string>>; readonly overlay: Overlay }[];
  each: Overlay | undefined;
}

export interface Filled {
  readonly constant?: Json;
  readonly computed?: string;
  /** Set, though undefined, where {} and [] are other values than nothing here. */
  readonly emptyIsAbsent?: undefined;
}

export interface ListPairing {
  readonly pairing: ListShape["pairing"];
  readonly keys: readonly string[] | undefined;
  readonly foreign: ListShape["foreign"];
  readonly part: string;
}

/** A place of which nothing is said. */
export function blank(): Overlay {
  return {
    mark: undefined,
    filled: undefined,
    list: undefined,
    claim: undefined,
    keys: new Map(),
    prefixes: new Map(),
    items: [],
    each: undefined,
  };
}

/** The place that a path leads to, made where it is not there yet. */
export function placeAt(root: Overlay, path: Path): Overlay {
  let place = root;
  for (const step of path) place = below(place, step);
  return place;
}

/** Adds to what is said of a place. */
export function mark(root: Overlay, path: Path, more: Mark): void {
  const place = placeAt(root, path);
  place.mark = { ...place.mark, ...more };
}

/** Adds what facts say of a place under a condition; said twice, either one will do. */
export function markWhen(root: Overlay, path: Path, what: ConditionalMark, when: LiveCondition): void {
  const before = placeAt(root, path).mark?.[what];
  mark(root, path, {
    [what]: before === undefined ? when : (live: JsonObject) => before(live) || when(live),
  });
}

type ConditionalMark = "immutable" | "immutableEmpty" | "mutable" | "fixed" | "keep" | "unstated";

/**
 * Claims a path: whole at its end, and in part at every place above it. Below a place that is claimed whole
 * there is nothing left to claim, so shorter paths come first.
 */
export function claim(root: Overlay, path: Path, more: Mark): void {
  let place = root;
  let claimed = false;
  for (const step of path) {
    claimed ||= place.claim === "whole";
    if (!claimed) place.claim = "part";
    place = below(place, step);
  }
  if (!claimed) place.claim = "whole";
  place.mark = { ...place.mark, ...more };
}

/** What is said of one place by several overlays; the later one wins. */
export function merged(overlays: readonly Overlay[]): Overlay {
  const all = blank();
  for (const overlay of overlays) mergeInto(all, overlay);
  return all;
}

function mergeInto(all: Overlay, more: Overlay): void {
  if (more.mark !== undefined) all.mark = { ...all.mark, ...more.mark };
  all.filled = more.filled ?? all.filled;
  all.list = more.list ?? all.list;
  all.claim = more.claim === "whole" ? "whole" : (all.claim ?? more.claim);
  for (const [key, place] of more.keys) mergeInto(inMap(all.keys, key), place);
  for (const [prefix, place] of more.prefixes) mergeInto(inMap(all.prefixes, prefix), place);
  for (const { where, overlay } of more.items) mergeInto(inItems(all, where), overlay);
  if (more.each !== undefined) mergeInto(eachOf(all), more.each);
}

function below(place: Overlay, step: Segment): Overlay {
  switch (step.kind) {
    case "key":
      return inMap(place.keys, step.key);
    case "prefix":
      return inMap(place.prefixes, step.prefix);
    case "item":
      return inItems(place, step.where);
    default:
      return eachOf(place);
  }
}

function inMap(places: Map<string, Overlay>, key: string): Overlay {
  const found = places.get(key) ?? blank();
  places.set(key, found);
  return found;
}

function inItems(place: Overlay, where: Readonly<Record<string, string>>): Overlay {
  const found = place.items.find((item) => JSON.stringify(item.where) === JSON.stringify(where));
  if (found !== undefined) return found.overlay;
  const overlay = blank();
  place.items.push({ where, overlay });
  return overlay;
}

function eachOf(place: Overlay): Overlay {
  place.each ??= blank();
  return place.each;
}
