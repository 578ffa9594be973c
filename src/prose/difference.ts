import type { Shown } from "../core/decision.js";
import { clip, formatText, formatValue, VALUE_WIDTH } from "./value.js";

/** How much of two long texts stands before the place where they part. */
const LEAD = 16;

/**
 * From one value to another, so that the difference is seen: whole where both are short, the first line
 * that differs of texts of many lines, the place where they part of long ones.
 */
export function formatDifference(live: Shown | undefined, desired: Shown | undefined): string {
  if (typeof live === "string" && typeof desired === "string") return textDifference(live, desired);
  return arrow(side(live), side(desired));
}

function side(value: Shown | undefined): string {
  return value === undefined ? "(absent)" : formatValue(value);
}

function arrow(live: string, desired: string): string {
  return `${live} -> ${desired}`;
}

function textDifference(live: string, desired: string): string {
  if (live.includes("\n") || desired.includes("\n")) return lineDifference(live, desired);
  const [from, to] = [formatText(live), formatText(desired)];
  if (from.length <= VALUE_WIDTH && to.length <= VALUE_WIDTH) return arrow(from, to);
  const start = Math.max(0, commonLength(from, to) - LEAD);
  return arrow(window(from, start), window(to, start));
}

function lineDifference(live: string, desired: string): string {
  const [from, to] = [live.split("\n"), desired.split("\n")];
  const first = from.findIndex((line, index) => line !== to[index]);
  const at = first < 0 ? from.length : first;
  return `line ${at + 1}: ${lineSide(from[at], to[at])}${otherLines(from, to, at)}`;
}

/** How much more differs behind the first line that does. */
function otherLines(from: readonly string[], to: readonly string[], at: number): string {
  if (from.length !== to.length) return `   (${from.length} -> ${to.length} lines)`;
  const others = from.filter((line, index) => index > at && line !== to[index]).length;
  return others === 0 ? "" : `   (and ${others} more ${others === 1 ? "line" : "lines"})`;
}

function lineSide(live: string | undefined, desired: string | undefined): string {
  if (live === undefined) return arrow("(end of text)", clip(formatText(desired ?? ""), VALUE_WIDTH));
  if (desired === undefined) return arrow(clip(formatText(live), VALUE_WIDTH), "(end of text)");
  return textDifference(live, desired);
}

function commonLength(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}

function window(text: string, start: number): string {
  return clip(start > 0 ? `…${text.slice(start)}` : text, VALUE_WIDTH);
}
