import type { Json, JsonObject } from "../json.js";
import { assertWire, isEmpty } from "../wire.js";
import { compare } from "./compare.js";
import { type Context, DIFFERS, differ, pass } from "./context.js";
import type { Mark } from "./mark.js";
import { isAbove, isOneWay } from "./one-way.js";
import type { Slot } from "./slot.js";

/**
 * What live's value in a slot will be after the write; see Node.walk. Heeds what rules and facts say of the
 * place before the values are compared.
 * @param dOwner the struct or map of desired that holds the value, @param lOwner that of live
 */
export function visit(
  slot: Slot,
  desired: Json | undefined,
  live: Json | undefined,
  dOwner: JsonObject,
  lOwner: JsonObject,
  cx: Context,
): Json | undefined {
  const mark = slot.mark;
  if (mark === undefined) return compare(slot, desired, live, dOwner, lOwner, cx);
  if (mark.ignore !== undefined) return passIgnored(mark.ignore, desired, live, cx);
  if (mark.absent !== undefined) return remove(mark.absent, live, cx);
  if (mark.incidental !== undefined) {
    assertWire(desired);
    if (cx.report === undefined) return live;
    return pass(cx, { code: "incidental" }, desired, live, mark.incidental.part);
  }
  if (mark.fixed?.(cx.live) || (mark.keep?.(cx.live) && slot.isAbsent(desired))) {
    return pass(cx, { code: "kept-from-live" }, desired, live);
  }
  if (desired === undefined && mark.unstated?.(cx.live)) {
    return pass(cx, { code: "kept-from-live" }, desired, live);
  }
  if (live === undefined && desired !== null && isEmpty(desired) && mark.immutableEmpty?.(cx.live)) {
    return differ(cx, { code: "immutable" }, desired, undefined) === DIFFERS ? DIFFERS : undefined;
  }
  if (mark.once !== undefined && !slot.isAbsent(live)) {
    return pass(cx, { code: "once" }, desired, live, mark.once);
  }
  if (mark.atLeast !== undefined && isAbove(live, desired)) {
    return pass(cx, { code: "at-least" }, desired, live, mark.atLeast);
  }
  return compareMarked(slot, mark, desired, live, dOwner, lOwner, cx);
}

/** Compares under the place's own strategy, and for a report under its own part of the rule. */
function compareMarked(
  slot: Slot,
  mark: Mark,
  desired: Json | undefined,
  live: Json | undefined,
  dOwner: JsonObject,
  lOwner: JsonObject,
  cx: Context,
): Json | undefined {
  const { derivative, report } = cx;
  const { part, immutable } = report ?? NO_REPORT;
  if (mark.derivative !== undefined) cx.derivative = mark.derivative;
  if (report !== undefined) {
    if (mark.part !== undefined) report.part = mark.part;
    report.immutable = isImmutable(slot, mark, desired, live, dOwner, cx) ?? immutable;
  }
  const after = compare(slot, desired, live, dOwner, lOwner, cx);
  cx.derivative = derivative;
  if (report !== undefined) {
    report.part = part;
    report.immutable = immutable;
  }
  return after;
}

const NO_REPORT = { part: "", immutable: false };

/** Whether the server refuses a change here; undefined where the place itself says nothing. */
function isImmutable(
  slot: Slot,
  mark: Mark,
  desired: Json | undefined,
  live: Json | undefined,
  dOwner: JsonObject,
  cx: Context,
): boolean | undefined {
  if (mark.oneWay?.when(cx.live)) {
    const stated = slot.isAbsent(desired) ? undefined : desired;
    const wanted = slot.effective(stated, dOwner, false, live, cx);
    if (isOneWay(mark.oneWay.only, slot, wanted, live, cx)) return false;
  }
  if (mark.mutable?.(cx.live) || (mark.gated === true && slot.isAbsent(live))) return false;
  const refused = mark.immutable?.(cx.live) && !(mark.immutableIfStated === true && slot.isAbsent(desired));
  return refused === true ? true : undefined;
}

/** Live's value stays; a report says which rule ignored it. */
export function passIgnored(
  { part, why }: NonNullable<Mark["ignore"]>,
  desired: Json | undefined,
  live: Json | undefined,
  cx: Context,
): Json | undefined {
  if (cx.report === undefined) return live;
  return pass(cx, why === undefined ? { code: "ignored" } : { code: "ignored", why }, desired, live, part);
}

function remove(part: string, live: Json | undefined, cx: Context): Json | undefined {
  if (live === undefined) return live;
  if (cx.report === undefined) return differ(cx, { code: "must-be-absent" }, undefined, live);
  const outer = cx.report.part;
  cx.report.part = part;
  const after = differ(cx, { code: "must-be-absent" }, undefined, live);
  cx.report.part = outer;
  return after;
}
