import { isObject, type Json, type JsonObject } from "../json.js";
import { isEmpty } from "../wire.js";
import { type Context, DIFFERS, differ, pass, quietly } from "./context.js";
import type { Slot } from "./slot.js";

const NOTHING: JsonObject = Object.freeze({});

/** Settles what is absent on either side, then lets the slot's node compare what the server will see. */
export function compare(
  slot: Slot,
  desired: Json | undefined,
  live: Json | undefined,
  dOwner: JsonObject,
  lOwner: JsonObject,
  cx: Context,
): Json | undefined {
  const dAbsent = slot.isAbsent(desired);
  const lAbsent = slot.isAbsent(live);
  if (dAbsent && lAbsent && slot.computed === undefined) return passAbsent(slot, desired, live, cx);
  if (cx.derivative) {
    if (!isStated(desired)) return passUnstated(slot, desired, live, cx);
    if (dAbsent && isObject(desired) && isObject(live)) return slot.walkNode(desired, live, cx);
  }

  const dValue = slot.effective(dAbsent ? undefined : desired, dOwner, false, live, cx);
  const lValue = slot.effective(lAbsent ? undefined : live, lOwner, true, undefined, cx);
  if (dValue === undefined || lValue === undefined) {
    if (dValue === lValue) return pass(cx, { code: "empty" }, desired, live);
    if (dValue === undefined) return removeOwned(slot, desired, live, cx);
    return dAbsent ? fillIn(dValue, live, cx) : addOwned(slot, desired, live, cx);
  }
  if (cx.report !== undefined && (dAbsent || lAbsent) && !descends(slot, dAbsent)) {
    return compareDefault(slot, dAbsent, desired, live, dValue, lValue, cx);
  }
  const noted = cx.report?.passed.length;
  const after = slot.walkNode(dValue, lValue, cx);
  if (after !== lValue) return after;
  if (dValue !== desired && noted === cx.report?.passed.length) passFilled(slot, desired, live, cx);
  return live;
}

/** Neither has it, as the server sees it. What desired states for nothing is told. */
function passAbsent(
  slot: Slot,
  desired: Json | undefined,
  live: Json | undefined,
  cx: Context,
): Json | undefined {
  if (slot.drops === undefined || !isStated(desired)) return pass(cx, { code: "empty" }, desired, live);
  cx.odd = true;
  return pass(cx, { code: "unknown-field" }, desired, live);
}

/** derivative: what desired leaves out is not looked at, but for what must be gone. */
function passUnstated(
  slot: Slot,
  desired: Json | undefined,
  live: Json | undefined,
  cx: Context,
): Json | undefined {
  if (slot.node.forbids && isObject(live)) return slot.walkNode(NOTHING, live, cx);
  return pass(cx, { code: "not-stated" }, desired, live);
}

function isStated(desired: Json | undefined): boolean {
  return desired !== undefined && desired !== null;
}

/** A struct held by value, one with marks inside and a computed value are looked at leaf by leaf. */
function descends(slot: Slot, dAbsent: boolean): boolean {
  if (slot.nodeZero !== undefined && slot.constant === undefined) return true;
  return dAbsent && (slot.node.marked || slot.computed !== undefined);
}

/** One side has a default as a whole, and is noted as a whole. */
function compareDefault(
  slot: Slot,
  dAbsent: boolean,
  desired: Json | undefined,
  live: Json | undefined,
  dValue: Json,
  lValue: Json,
  cx: Context,
): Json | undefined {
  if (quietly(cx, () => slot.walkNode(dValue, lValue, cx), lValue)) {
    if (!dAbsent) return pass(cx, { code: "default" }, desired, live);
    passFilled(slot, desired, live, cx);
    return live;
  }
  if (!dAbsent) return differ(cx, { code: "added" }, desired, live);
  const after = differ(cx, { code: "reset-to-default", default: dValue }, desired, live);
  return keepStated(after, desired, live);
}

/** Live lacks it: it is added, but for what in it is live's to have. */
function addOwned(
  slot: Slot,
  desired: Json | undefined,
  live: Json | undefined,
  cx: Context,
): Json | undefined {
  const { stump, forbids } = slot.node;
  const base = stump ?? (forbids ? NOTHING : undefined);
  if (base === undefined || desired === undefined || desired === null || isEmpty(desired)) {
    return differ(cx, { code: "added" }, desired, live);
  }
  if (slot.node.onlyLives?.(desired)) return pass(cx, { code: "ignored" }, desired, live);
  const after = slot.walkNode(desired, base, cx);
  return after === base ? differ(cx, { code: "added" }, desired, live) : after;
}

/** Desired leaves it out, and the server puts nothing there: it goes, but for what is protected in it. */
function removeOwned(
  slot: Slot,
  desired: Json | undefined,
  live: Json | undefined,
  cx: Context,
): Json | undefined {
  const { stump } = slot.node;
  if (stump !== undefined && live !== undefined && live !== null && !isEmpty(live)) {
    const after = slot.walkNode(stump, live, cx);
    return after !== DIFFERS && after !== live && isEmpty(after) ? undefined : after;
  }
  const reason = isStated(desired) ? "changed" : "removed";
  return keepStated(differ(cx, { code: reason }, desired, live), desired, live);
}

/** Neither side states it, and the server will fill it in: stated in the payload, since live's neighbours stay. */
function fillIn(dValue: Json, live: Json | undefined, cx: Context): Json | undefined {
  const after = differ(cx, { code: "reset-to-default", default: dValue }, undefined, live);
  return after === undefined && cx.report?.immutable !== true ? dValue : after;
}

function passFilled(slot: Slot, desired: Json | undefined, live: Json | undefined, cx: Context): void {
  if (slot.computed === undefined) pass(cx, { code: "default" }, desired, live);
  else pass(cx, { code: "computed", name: slot.computed }, desired, live);
}

/** A removed value leaves nothing behind, unless desired states an empty one or live's was kept. */
function keepStated(
  after: Json | undefined,
  desired: Json | undefined,
  live: Json | undefined,
): Json | undefined {
  if (after === DIFFERS || (after === live && live !== undefined)) return after;
  return desired === null ? undefined : desired;
}
