import { isObject, type JsonObject } from "../../core/json.js";
import { entriesOf, leaves, ownsAt } from "../port/managed-fields.js";
import type { Difference } from "./effect.js";
import { isSameValue } from "./items.js";

/**
 * Who made an update: the manager whose entry in managedFields is new, or has another time. A write sets the time of its own entry
 * alone, in whole seconds, and only where it put a value; so where no entry's time moved, it is whoever alone owns all that
 * was put. Nobody where that is not one either: a field that went is owned by nobody, and whoever owned it need not have
 * removed it.
 * Source: apimachinery managedfields, managedfieldsupdater.go: Update and Apply set managed.Times() of their own manager only.
 * @returns one manager, or none
 */
export function managersOf(
  before: JsonObject,
  after: JsonObject,
  paths: readonly Difference[],
): readonly string[] {
  const earlier = new Map(entriesOf(before).map((entry) => [idOf(entry), entry]));
  const later = entriesOf(after);
  const moved = namesOf(later.filter((entry) => isNewer(entry, earlier.get(idOf(entry)))));
  if (moved.length === 1) return moved;
  const owners = ownersOf(later, paths);
  // Two entries whose times moved are two writes, seen as one.
  const named = moved.length === 0 ? owners : owners.filter((name) => moved.includes(name));
  if (named.length === 1) return named;
  if (moved.length > 0 || paths.length > 0) return [];
  // Ownership alone moved, within a second: who has gained by it.
  const gained = namesOf(later.filter((entry) => hasGained(entry, earlier.get(idOf(entry)))));
  return gained.length === 1 ? gained : [];
}

function idOf({ manager, operation, subresource, apiVersion }: JsonObject): string {
  // An apply's entry may move to another apiVersion.
  const version = operation === "Apply" ? null : apiVersion;
  return JSON.stringify([manager, operation, subresource ?? "", version]);
}

function isNewer(entry: JsonObject, earlier: JsonObject | undefined): boolean {
  return earlier === undefined || entry.time !== earlier.time;
}

function hasGained(entry: JsonObject, earlier: JsonObject | undefined): boolean {
  return (
    !isSameValue(entry.fieldsV1, earlier?.fieldsV1) && leaves(entry.fieldsV1) >= leaves(earlier?.fieldsV1)
  );
}

/** Who alone owns each place that has a value put there; nobody where two do, or one place has no owner. */
function ownersOf(entries: readonly JsonObject[], paths: readonly Difference[]): readonly string[] {
  // Whose a list is does not tell who put it in another order.
  const put = paths.filter(({ after, order }) => after !== undefined && order !== true);
  const owners = put.map(({ steps }) =>
    namesOf(entries.filter(({ fieldsV1 }) => isObject(fieldsV1) && ownsAt(fieldsV1, steps))),
  );
  const [first] = owners;
  return first !== undefined && owners.every((names) => names.length === 1 && names[0] === first[0])
    ? first
    : [];
}

function namesOf(entries: readonly JsonObject[]): readonly string[] {
  return [...new Set(entries.flatMap(({ manager }) => (typeof manager === "string" ? [manager] : [])))];
}
