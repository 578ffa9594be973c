import { isObject, type Json, type JsonObject } from "../json.js";
import { type Path, valuesAt } from "../path.js";
import type { Plan } from "../plan/plan.js";
import type { Node } from "../walk/node.js";
import { isAbove } from "../walk/one-way.js";
import { withEmptied } from "./emptied.js";
import type { FieldSet } from "./field-set.js";
import type { Owner } from "./owners.js";
import {
  isAbsentAt,
  isWholeAt,
  ownedAt,
  type Place,
  placesIn,
  restate,
  valueAt,
  withhold,
} from "./places.js";
import { statement } from "./statement.js";

/** What an apply is made of. */
export interface Applied {
  readonly plan: Plan;
  readonly desired: JsonObject;
  readonly live: JsonObject;
  /** What live will be: its values stand where a rule or the server keeps live's. */
  readonly after: JsonObject;
  /** What our last apply stated. */
  readonly own: FieldSet | undefined;
  readonly others: readonly Owner[];
  /** Paths that keep live's value, since the server refuses another. */
  readonly immutable: readonly Path[];
  /** Paths that keep live's value, since an update must not leave them out. */
  readonly kept: readonly Path[];
}

/** The metadata that an apply states, beside the name. */
const COMPARED = ["labels", "annotations", "ownerReferences", "finalizers"];

/** The body of a server-side apply, sharing values with desired and live. */
export function applyPayload(applied: Applied): JsonObject {
  const { plan, desired, live, after, immutable, kept } = applied;
  const { paths } = plan;
  const node = plan.root.struct;
  const { own, others } = applied;
  const { onlyStatus } = plan.root;
  const stated = onlyStatus ? { status: desired.status } : desired;
  const known = withEmptied(node, statement(node, stated, live), live, after, own) as JsonObject;
  let body: JsonObject = {
    ...known,
    apiVersion: desired.apiVersion,
    kind: desired.kind,
    metadata: { ...metadataOf(desired, ["name", "namespace"]), ...metadataOf(known, COMPARED) },
  };
  if (!plan.root.status) body = { ...body, status: undefined };
  const restateAt = (place: Place): void => {
    body = restate(node, body, after, place) as JsonObject;
  };
  // What is stated where there will be nothing is owned all the same: an empty value, or one that the server drops.
  const keepLives = (place: Place): void => {
    if (valueAt(node, after, place) !== undefined) restateAt(place);
  };
  const keep = (place: Place): void => (isAbsentAt(node, body, place) ? keepLives : restateAt)(place);
  const leaveOut = (path: Path, keeps: (place: Place) => boolean): void => {
    body = withhold(node, body, path) as JsonObject;
    placesIn(node, body, path).forEach(keep);
    placesIn(node, live, path).filter(keeps).forEach(keep);
  };
  const isOwned = (place: Place): boolean => ownedAt(own, place) !== undefined;
  const byOthers = (place: Place, applying: boolean): boolean =>
    others.some(({ set, applied: apply }) => (apply || !applying) && ownedAt(set, place) !== undefined);
  for (const path of paths.ignore) leaveOut(path, (place) => isOwned(place) && !byOthers(place, true));
  for (const path of paths.release) leaveOut(path, (place) => isOwned(place) && !byOthers(place, false));
  for (const path of paths.once) {
    if (valuesAt(live, path).length > 0) leaveOut(path, (place) => isOwned(place) && !byOthers(place, true));
  }
  for (const path of paths.absent) leaveOut(path, () => false);
  for (const path of paths.atLeast) {
    const isMore = (place: Place): boolean => isAbove(valueAt(node, live, place), valueAt(node, body, place));
    for (const place of placesIn(node, body, path).filter(isMore)) {
      body = restate(node, body, isOwned(place) ? after : undefined, place) as JsonObject;
    }
  }
  // Items that are told apart by keys are each stated or not; a list that is one value carries live's own along.
  for (const path of paths.lists) {
    for (const place of placesIn(node, body, path)) if (isWholeAt(node, body, place)) keep(place);
  }
  for (const path of paths.incidental) {
    for (const place of placesIn(node, body, path)) keep(place);
    const isLeftOut = (place: Place): boolean =>
      place.length === path.length && isOwned(place) && has(node, body, place.slice(0, -1));
    for (const place of placesIn(node, live, path).filter(isLeftOut)) keep(place);
  }
  const hold = (path: Path, restates: (place: Place) => void): void => {
    placesIn(node, after, path).forEach(restates);
    placesIn(node, body, path).forEach(restates);
  };
  for (const path of immutable) hold(path, restateAt);
  for (const path of kept) hold(path, keepLives);
  return body;
}

function has(node: Node, body: JsonObject, place: Place): boolean {
  const value: Json | undefined = valueAt(node, body, place);
  return value !== undefined;
}

function metadataOf(body: JsonObject, keys: readonly string[]): JsonObject {
  const stated = isObject(body.metadata) ? body.metadata : {};
  return Object.fromEntries(keys.flatMap((key) => (stated[key] === undefined ? [] : [[key, stated[key]]])));
}
