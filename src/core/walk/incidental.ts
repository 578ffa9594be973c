import { type Json, type JsonObject, member, put } from "../json.js";
import type { Slot } from "./slot.js";

/** A struct or a map. */
interface Members {
  /** One of its slots holds what is sent only along with others. */
  readonly incidental: boolean;
  slotOf(key: string): Slot | undefined;
}

/** True where one of the slots holds what is sent only along with others. */
export function hasIncidental(slots: Iterable<Slot>): boolean {
  for (const { mark } of slots) if (mark?.incidental !== undefined) return true;
  return false;
}

/** A struct or map after its members were walked: live itself where none changed, else with what is sent along with them. */
export function completed(
  node: Members,
  desired: JsonObject,
  live: JsonObject,
  after: Record<string, Json | undefined> | undefined,
  derivative: boolean,
): JsonObject {
  if (after === undefined) return live;
  if (node.incidental) takeIncidental(node, desired, live, after, derivative);
  return after;
}

/**
 * Takes from desired what is no reason to write, into a struct or map that changes: what is bound to certain
 * siblings only where one of these changes. What live lacks is taken along with any change.
 * @param after live as it will be, to be completed
 */
function takeIncidental(
  node: Members,
  desired: JsonObject,
  live: JsonObject,
  after: Record<string, Json | undefined>,
  derivative: boolean,
): void {
  const changed = (key: string): boolean => member(after as JsonObject, key) !== member(live, key);
  const taken = [...new Set([...Object.keys(live), ...Object.keys(desired)])].flatMap((key) => {
    const slot = node.slotOf(key);
    const { incidental } = slot?.mark ?? {};
    if (slot === undefined || incidental === undefined) return [];
    if (incidental.with?.some(changed) === false && !slot.isAbsent(member(live, key))) return [];
    const stated = member(desired, key);
    if (!slot.isAbsent(stated)) return [{ key, value: stated }];
    return derivative ? [] : [{ key, value: undefined }];
  });
  for (const { key, value } of taken) put(after, key, value);
}
