import type { Passed } from "../core/decision.js";
import { formatDifference } from "./difference.js";
import { printable } from "./printable.js";
import { formatValue } from "./value.js";

/** What a difference was passed over as: one, and many. */
type Noun = readonly [one: string, many: string];

/** What only the server writes. */
const SERVERS_OWN =
  /^(?:status|metadata\.(?:uid|resourceVersion|generation|creationTimestamp|deletionTimestamp|deletionGracePeriodSeconds|managedFields|selfLink))$/;

/** A count of what was passed over, by what: `40 server defaults, 2 foreign annotations, 1 ignored`. */
export function countPassed(passed: readonly Passed[]): string {
  const counts = new Map<string, { noun: Noun; count: number }>();
  for (const item of passed) {
    const noun = nounOf(item);
    const entry = counts.get(noun[0]) ?? { noun, count: 0 };
    entry.count++;
    counts.set(noun[0], entry);
  }
  return [...counts.values()]
    .sort((a, b) => b.count - a.count)
    .map(({ noun, count }) => `${count} ${noun[count === 1 ? 0 : 1]}`)
    .join(", ");
}

function nounOf({ by, path }: Passed): Noun {
  switch (by.code) {
    case "default":
    case "computed":
      return ["server default", "server defaults"];
    case "empty":
      return ["empty value", "empty values"];
    case "spelling":
      return ["other spelling", "other spellings"];
    case "kept-from-live":
      return ["field kept by the server", "fields kept by the server"];
    case "foreign":
      return foreignNoun(path);
    case "ignored":
      return ["ignored", "ignored"];
    case "once":
      return ["set once", "set once"];
    case "at-least":
      return ["already more", "already more"];
    case "incidental":
      return ["incidental", "incidental"];
    case "drift":
      return ["edit that a fingerprint does not see", "edits that a fingerprint does not see"];
    case "as-observed":
      return ["difference that the server makes", "differences that the server makes"];
    case "not-stated":
      return ["not stated", "not stated"];
    case "not-owned":
      return SERVERS_OWN.test(path)
        ? ["server field", "server fields"]
        : ["field that nobody owns", "fields that nobody owns"];
    case "unknown-field":
      return ["unknown field", "unknown fields"];
    case "duplicate-key":
      return ["item with another's key", "items with another's key"];
    case "set-order":
      return ["order of a set", "orders of sets"];
    default:
      return unknownCode(by);
  }
}

function foreignNoun(path: string): Noun {
  if (path.startsWith("metadata.annotations")) return ["foreign annotation", "foreign annotations"];
  if (path.startsWith("metadata.labels")) return ["foreign label", "foreign labels"];
  if (path.startsWith("metadata.finalizers")) return ["foreign finalizer", "foreign finalizers"];
  if (path.startsWith("metadata.ownerReferences")) return ["foreign owner", "foreign owners"];
  return ["foreign item", "foreign items"];
}

/** The values of one difference that was passed over. */
export function passedValues({ live, desired }: Passed): string {
  if (live !== undefined && desired !== undefined) return formatDifference(live, desired);
  if (live !== undefined) return formatValue(live);
  return desired === undefined ? "" : `desired ${formatValue(desired)}`;
}

/** Why one difference was passed over. */
export function passedText({ by, path }: Pick<Passed, "by" | "path">): string {
  switch (by.code) {
    case "default":
      return "the server's default";
    case "computed":
      return `the server's default, worked out (${by.name})`;
    case "empty":
      return "empty is the same as absent";
    case "spelling":
      return "the same value, spelt otherwise";
    case "kept-from-live":
      return "the server fills it in and keeps it";
    case "foreign":
      return "somebody else's";
    case "ignored":
      return by.why === undefined ? "ignored" : `ignored: ${printable(by.why)}`;
    case "once":
      return "only set when live lacks it";
    case "at-least":
      return "may only grow, and live is above";
    case "incidental":
      return "no reason to write by itself";
    case "drift":
      return "desired's fingerprint is the recorded one, so live was not looked at";
    case "as-observed":
      return "the server answered with live's value";
    case "not-stated":
      return "desired does not state it";
    case "not-owned":
      return SERVERS_OWN.test(path) ? "the server's own" : "nobody owns it: neither the rule nor desired";
    case "unknown-field":
      return "the kind has no such field: the server drops it";
    case "duplicate-key":
      return "two items with one key, and both are kept";
    case "set-order":
      return "order does not count here";
    default:
      return unknownCode(by);
  }
}

function unknownCode(by: never): never {
  throw new Error(`no sentence for ${JSON.stringify(by)}`);
}
