import { type Json, type JsonObject, member, put } from "../json.js";
import type { Slot } from "./slot.js";

/** A struct or a map. */
interface Members {
  slotOf(key: string): Slot | undefined;
}

/** True where one of the slots holds what is sent only along with others. */
export function hasIncidental(slots: Iterable<Slot>): boolean {
  for (const { mark } of slots) if (mark?.incidental !== undefined) return true;
  return false;
}

/**
 * Takes from desired what is no reason to write, into a struct or map that changes: what is bound to certain
 * siblings only where one of these changes. What live lacks is taken along with any change.
 * @param after live as it will be, to be completed
 */
export function takeIncidental(
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
