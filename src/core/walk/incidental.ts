import { type Json, type JsonObject, member, put } from "../json.js";
import type { Slot } from "./slot.js";

type SlotOf = (key: string) => Slot | undefined;

/** True where one of the slots holds what is sent only along with others. */
export function hasIncidental(slots: Iterable<Slot>): boolean {
  for (const { mark } of slots) if (mark?.incidental !== undefined) return true;
  return false;
}

/**
 * Takes from desired what is no reason to write, into a struct or map that changes: what is bound to certain
 * siblings only where one of these changes. What live lacks is taken along with any change.
 */
export function takeIncidental(
  slotOf: SlotOf,
  desired: JsonObject,
  live: JsonObject,
  after: Record<string, Json | undefined>,
): void {
  const changed = (key: string): boolean => member(after as JsonObject, key) !== member(live, key);
  const taken = [...new Set([...Object.keys(live), ...Object.keys(desired)])].flatMap((key) => {
    const slot = slotOf(key);
    const { incidental } = slot?.mark ?? {};
    if (slot === undefined || incidental === undefined) return [];
    if (incidental.with?.some(changed) === false && !slot.isAbsent(member(live, key))) return [];
    const stated = member(desired, key);
    return [{ key, value: slot.isAbsent(stated) ? undefined : stated }];
  });
  for (const { key, value } of taken) put(after, key, value);
}
