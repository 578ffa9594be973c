import { isObject, type JsonObject } from "../json.js";
import { type Path, valuesAt } from "../path.js";
import type { Plan } from "../plan/plan.js";
import { isAbove } from "../walk/one-way.js";
import { Draft } from "./draft.js";
import { withEmptied } from "./emptied.js";
import type { FieldSet } from "./field-set.js";
import { Lookup } from "./lookup.js";
import type { Owner } from "./owners.js";
import { ownedAt, type Place } from "./places.js";
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
  const stump: JsonObject = {
    ...known,
    apiVersion: desired.apiVersion,
    kind: desired.kind,
    metadata: { ...metadataOf(desired, ["name", "namespace"]), ...metadataOf(known, COMPARED) },
  };
  const lookup = new Lookup();
  const body = new Draft(node, plan.root.status ? stump : { ...stump, status: undefined }, lookup);
  const restate = (place: Place): void => body.restate(after, place);
  // What is stated where there will be nothing is owned all the same: an empty value, or one that the server drops.
  const keepLives = (place: Place): void => {
    if (lookup.valueAt(node, after, place) !== undefined) restate(place);
  };
  const keep = (place: Place): void => (body.isAbsentAt(place) ? keepLives : restate)(place);
  const leaveOut = (path: Path, keeps: (place: Place) => boolean): void => {
    body.withhold(path);
    body.placesIn(path).forEach(keep);
    lookup.placesIn(node, live, path).filter(keeps).forEach(keep);
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
    const isMore = (place: Place): boolean => isAbove(lookup.valueAt(node, live, place), body.valueAt(place));
    for (const place of body.placesIn(path).filter(isMore)) {
      body.restate(isOwned(place) ? after : undefined, place);
    }
  }
  // Items that are told apart by keys are each stated or not; a list that is one value carries live's own along.
  for (const path of paths.lists) {
    for (const place of body.placesIn(path)) if (body.isWholeAt(place)) keep(place);
  }
  for (const path of paths.incidental) {
    for (const place of body.placesIn(path)) keep(place);
    const isLeftOut = (place: Place): boolean =>
      place.length === path.length && isOwned(place) && body.valueAt(place.slice(0, -1)) !== undefined;
    for (const place of lookup.placesIn(node, live, path).filter(isLeftOut)) keep(place);
  }
  const hold = (path: Path, restates: (place: Place) => void): void => {
    lookup.placesIn(node, after, path).forEach(restates);
    body.placesIn(path).forEach(restates);
  };
  for (const path of immutable) hold(path, restate);
  for (const path of kept) hold(path, keepLives);
  return body.value;
}

function metadataOf(body: JsonObject, keys: readonly string[]): JsonObject {
  const stated = isObject(body.metadata) ? body.metadata : {};
  return Object.fromEntries(keys.flatMap((key) => (stated[key] === undefined ? [] : [[key, stated[key]]])));
}
