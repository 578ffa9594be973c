import type { Change, ChangeReason } from "../core/decision.js";
import { formatDifference } from "./difference.js";
import { formatValue } from "./value.js";

/** What a change does to the live field. */
export type Mark = "+" | "-" | "~" | "!";

/** The mark in front of a change. */
export function changeMark(reason: ChangeReason): Mark {
  switch (reason.code) {
    case "added":
      return "+";
    case "removed":
    case "must-be-absent":
      return "-";
    case "immutable":
      return "!";
    case "changed":
    case "reset-to-default":
    case "order":
      return "~";
    default:
      return unknownCode(reason);
  }
}

/**
 * What a change is about, as a half sentence.
 * @param answered its `desired` is what the server answered
 */
export function changeText(change: Change, answered = false): string {
  const { reason, live, desired } = change;
  switch (reason.code) {
    case "changed":
      return formatDifference(live, desired);
    case "added":
      return `${answered ? "the server's answer" : "desired"} has it, live does not${shownAs(desired)}`;
    case "removed":
      return `live has it, ${answered ? "the server's answer does not" : "desired no longer does"}${shownAs(live)}`;
    case "reset-to-default":
      return `${formatDifference(live, reason.default)}   (desired is silent, so the server's default returns)`;
    case "order":
      return `the same items in another order${bothSides(change)}`;
    case "must-be-absent":
      return `the rule says that it must be gone${shownAs(live)}`;
    case "immutable":
      return `${formatDifference(live, desired)}   (immutable: live's value stays)`;
    default:
      return unknownCode(reason);
  }
}

/** A scalar is worth its place behind the sentence; a whole object is not. */
function shownAs(value: Change["live"]): string {
  if (value === undefined) return "";
  const text = formatValue(value);
  return /^[[{]/.test(text) ? "" : `: ${text}`;
}

function bothSides({ live, desired }: Change): string {
  if (live === undefined || desired === undefined) return "";
  const [from, to] = [formatValue(live), formatValue(desired)];
  return /^\[\d+ items?\]$/.test(from) ? "" : `: ${from} -> ${to}`;
}

function unknownCode(reason: never): never {
  throw new Error(`no sentence for the change reason ${JSON.stringify(reason)}`);
}
