import type { Json } from "../json.js";
import type { ListNode } from "../walk/list.js";
import type { Node } from "../walk/node.js";
import { isEmpty } from "../wire.js";
import type { Applying } from "./applying.js";
import { elementOf, itemElement, statedItems, statesKeysOnly } from "./elements.js";
import { countBelow, type FieldSet, isMember } from "./field-set.js";
import { prunedBelow } from "./prune.js";
import { withoutShutOut } from "./shut-out.js";

type MergeValue = (
  node: Node,
  desired: Json,
  live: Json | undefined,
  set: FieldSet | undefined,
  cx: Applying,
) => Json | undefined;

/** A keyed list or a set that desired states items of; live's own, by identity, where nothing changes. */
export function mergeItems(
  node: ListNode,
  desired: readonly Json[],
  live: readonly Json[],
  set: FieldSet | undefined,
  cx: Applying,
  mergeValue: MergeValue,
): Json {
  const items = statedItems(node, desired);
  const stated: string[] = [];
  const known = new Set<string>();
  for (let index = 0; index < items.length; index++) {
    const element = itemElement(node, items[index]);
    if (element === undefined) return desired; // the server refuses it
    if (known.has(element)) (node.granularity === "items" ? cx.duplicates : cx.repeats).push(cx.place());
    known.add(element);
    stated.push(element);
  }
  let recorded = 0;
  const merge = (item: Json, there: Json | undefined, element: string): Json => {
    const own = set === undefined ? undefined : elementOf(set, element);
    if (own !== undefined) recorded++;
    cx.path.push(own?.element ?? element);
    if (!isMember(own?.set)) cx.lacks();
    if (there === undefined && !cx.force) cx.changes();
    cx.refilled = false;
    const { incidental } = cx;
    if (own !== undefined && isEmpty(own.set) && statesKeysOnly(node, item)) cx.incidental = true;
    const value = mergeValue(node.shape.of, item, there, own?.set, cx) ?? {};
    cx.incidental = incidental;
    cx.path.pop();
    return value;
  };
  const after = mergeAll(node, items, stated, live, merge);
  const left =
    set === undefined || countBelow(set) === recorded
      ? after
      : prunedBelow(node, after, set, cx, (element) => known.has(element));
  return left === live ? left : withoutShutOut(node, left, known, cx);
}

/** Live itself, by identity, where nothing changes. */
function mergeAll(
  node: ListNode,
  desired: readonly Json[],
  stated: readonly string[],
  live: readonly Json[],
  merge: MergeItem,
): readonly Json[] {
  if (!isAligned(node, stated, live)) {
    const merged = node.granularity === "set" ? mergeSet : mergeKeyed;
    const after = merged(desired, stated, live, node, merge);
    return isSame(after, live) ? live : after;
  }
  let after: Json[] | undefined;
  for (let index = 0; index < live.length; index++) {
    const there = live[index] as Json;
    const value = merge(desired[index] as Json, there, stated[index] as string);
    if (value === there) continue;
    after ??= [...live];
    after[index] = value;
  }
  return after ?? live;
}

/** The commonest case: the same items in the same order. */
function isAligned(node: ListNode, stated: readonly string[], live: readonly Json[]): boolean {
  if (stated.length !== live.length) return false;
  for (let index = 0; index < live.length; index++) {
    if (itemElement(node, live[index]) !== stated[index]) return false;
  }
  return true;
}

type MergeItem = (item: Json, there: Json | undefined, element: string) => Json;

/** Sent in live's order, so that order is no reason to write; new items come last. */
function mergeSet(
  desired: readonly Json[],
  stated: readonly string[],
  live: readonly Json[],
  node: ListNode,
  merge: MergeItem,
): readonly Json[] {
  const there = new Map(live.map((item) => [itemElement(node, item), item]));
  const added: Json[] = [];
  const seen = new Set<string>();
  desired.forEach((item, index) => {
    const element = stated[index] as string;
    if (seen.has(element)) return;
    seen.add(element);
    const value = merge(item, there.get(element), element);
    if (!there.has(element)) added.push(value);
  });
  return added.length === 0 ? live : [...live, ...added];
}

/**
 * Shared items stand in desired's order, live's others where they stood between them; a key that live has twice is left
 * with one item, merged with nothing.
 */
export function mergeKeyed(
  desired: readonly Json[],
  stated: readonly string[],
  live: readonly Json[],
  node: ListNode,
  merge: MergeItem,
): readonly Json[] {
  const names = live.map((item) => itemElement(node, item) ?? "");
  const byName = new Map<string, Json | undefined>();
  for (const [index, name] of names.entries()) byName.set(name, byName.has(name) ? undefined : live[index]);
  const wanted = new Set(stated);
  const shared = stated.filter((name) => byName.has(name));
  const out: Json[] = [];
  const done = new Set<string>();
  let next = 0;
  const take = (at: number): void => {
    const name = stated[at] as string;
    done.add(name);
    out.push(merge(desired[at] as Json, byName.get(name), name));
    if (shared[next] === name) next++;
  };
  for (let l = 0, d = 0; l < live.length || d < desired.length; ) {
    const name = names[l];
    if (l < live.length && d < desired.length) {
      if (name === stated[d]) {
        take(d++);
        l++;
        continue;
      }
      if (wanted.has(name as string) && next < shared.length && shared[next] !== name) {
        l++;
        continue;
      }
    }
    if (l < live.length) {
      if (!wanted.has(name as string)) {
        out.push(live[l++] as Json);
        continue;
      }
      if (done.has(name as string)) l++;
    }
    if (d < desired.length) take(d++);
  }
  return out;
}

function isSame(a: readonly Json[], b: readonly Json[]): boolean {
  return a === b || (a.length === b.length && a.every((item, index) => item === b[index]));
}
