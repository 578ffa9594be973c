import type { Mode, Strategy } from "../decision.js";
import type { KindFacts } from "../facts.js";
import { type Path, parsePath } from "../path.js";
import { ANY } from "../walk/any.js";
import { Slot } from "../walk/slot.js";
import { StructNode } from "../walk/struct.js";
import { factCondition } from "./condition.js";
import { layOverSlot } from "./lay-over.js";
import { metadataNode } from "./metadata.js";
import { blank, claim, mark, markWhen, type Overlay, placeAt } from "./overlay.js";
import type { Part, RuleParts } from "./parts.js";
import type { RootShape } from "./root.js";
import type { TypeNodes } from "./types.js";

/** A rule and a kind's facts, compiled for one set of overrides and conditions that hold. */
export interface Plan {
  /** The strategy needs no more than a walk: no fingerprint, no write in any case. */
  readonly onlyWalks: boolean;
  readonly derivative: boolean;
  readonly strategy: Strategy;
  readonly parts: RuleParts;
  readonly root: RootShape;
  readonly paths: RulePaths;
}

/** The places that a rule keeps out of what apply and merge state. */
export interface RulePaths {
  readonly ignore: readonly Path[];
  readonly once: readonly Path[];
  readonly release: readonly Path[];
  readonly absent: readonly Path[];
  /** Quantities that stay as live has them where that is more than desired. */
  readonly atLeast: readonly Path[];
  /** Lists of which live's own items may be part of what is sent. */
  readonly lists: readonly Path[];
  /** Values that are sent only along with others. */
  readonly incidental: readonly Path[];
}

/** How what the plan compares is written. */
export interface PlanMode {
  readonly mode: Mode;
  /**
   * What desired leaves out may have been live's alone. Apply and merge leave that as it is, so that what would go was ours, or
   * is stated as null.
   */
  readonly keeps: boolean;
  /** Status alone is compared. */
  readonly onlyStatus?: boolean;
}

/** Compiles a rule for a kind. `facts` undefined: the kind is compared as plain JSON. */
export function compilePlan(
  facts: KindFacts | undefined,
  types: TypeNodes,
  stated: RuleParts,
  { mode, keeps, onlyStatus = false }: PlanMode,
): Plan {
  // Apply and merge compare all that the write leaves behind: `fields` only says how.
  const compared = mode === "replace" ? stated : { ...stated, fields: undefined };
  const parts = onlyStatus ? { ...compared, ownFinalizers: [] } : compared;
  const overlay = blank();
  if (facts !== undefined) markFacts(overlay, facts, { mode, keeps });
  markRule(overlay, parts);
  if (mode !== "replace") markStrategies(overlay, stated);
  const strategy = parts.strategy.value;
  return {
    strategy,
    onlyWalks: strategy === "exact" || strategy === "derivative",
    derivative: strategy === "derivative",
    parts,
    root: rootShape(overlay, facts, types, parts, mode, onlyStatus),
    paths: pathsOf(parts),
  };
}

function markStrategies(overlay: Overlay, { fields }: RuleParts): void {
  for (const { value, part } of fields ?? []) {
    const own = value.strategy === undefined ? {} : { derivative: value.strategy === "derivative" };
    mark(overlay, parsePath(value.path), { ...own, part });
  }
}

function pathsOf(parts: RuleParts): RulePaths {
  const paths = (entries: readonly Part<string>[]): readonly Path[] =>
    entries.map(({ value }) => parsePath(value));
  return {
    ignore: parts.ignore.map(({ value }) => parsePath(value.path)),
    once: paths(parts.once),
    release: paths(parts.release),
    absent: paths(parts.absent),
    atLeast: paths(parts.atLeast),
    lists: parts.lists.map(({ value }) => parsePath(value.path)),
    incidental: parts.incidental.map(({ value }) => parsePath(value.path)),
  };
}

function markFacts(overlay: Overlay, facts: KindFacts, { mode, keeps }: PlanMode): void {
  for (const [path, field] of Object.entries(facts.fields ?? {})) {
    placeAt(overlay, parsePath(path)).filled = {
      ...(field.default !== undefined && { constant: field.default }),
      ...(field.computed !== undefined && { computed: field.computed }),
      ...(field.pointer === true && { emptyIsAbsent: undefined }),
    };
  }
  for (const { path, when, stated, empty } of facts.immutable ?? []) {
    const steps = parsePath(path);
    const condition = factCondition(when);
    markWhen(overlay, steps, "immutable", condition);
    mark(overlay, steps, { immutableIfStated: stated === true });
    if (empty === true) markWhen(overlay, steps, "immutableEmpty", condition);
    // A whole field that desired does not state is not being changed, even where a rule lists it.
    if (steps.length === 1 && keeps) markWhen(overlay, steps, "unstated", condition);
  }
  for (const { path, when, only } of facts.mutable ?? []) {
    const [steps, condition] = [parsePath(path), factCondition(when)];
    if (only === undefined) markWhen(overlay, steps, "mutable", condition);
    else mark(overlay, steps, { oneWay: { only, when: condition } });
  }
  for (const { path, when } of facts.ignoredOnUpdate ?? []) {
    markWhen(overlay, parsePath(path), "fixed", factCondition(when));
  }
  for (const { path, when, refilled } of facts.keepFromLive ?? []) {
    const steps = parsePath(path);
    const inList = steps.some((step) => step.kind === "each" || step.kind === "item");
    // A merge patch replaces lists whole, so that in them desired may leave live's own out.
    if (keeps || refilled === true || (mode === "merge" && inList))
      markWhen(overlay, steps, "keep", factCondition(when));
  }
}

function markRule(overlay: Overlay, parts: RuleParts): void {
  const fields = (parts.fields ?? []).map(({ value, part }) => ({
    ...value,
    part,
    path: parsePath(value.path),
  }));
  for (const { path, strategy, part } of fields.sort((a, b) => a.path.length - b.path.length)) {
    const own = strategy === undefined ? {} : { derivative: strategy === "derivative" };
    claim(overlay, path, { ...own, part });
  }
  for (const { value, part } of parts.ignore) {
    const why = value.why === undefined ? {} : { why: value.why };
    mark(overlay, parsePath(value.path), { ignore: { part, ...why } });
  }
  for (const { value, part } of parts.release)
    mark(overlay, parsePath(value), { ignore: { part, why: "released" } });
  for (const { value, part } of parts.absent) {
    if (parts.fields === undefined) mark(overlay, parsePath(value), { absent: part });
    else claim(overlay, parsePath(value), { absent: part });
  }
  for (const { value, part } of parts.once) mark(overlay, parsePath(value), { once: part });
  for (const { value, part } of parts.atLeast) mark(overlay, parsePath(value), { atLeast: part });
  for (const { value } of parts.immutable) mark(overlay, parsePath(value), { immutable: () => true });
  for (const { value, part } of parts.incidental) {
    const beside = value.with === undefined ? {} : { with: value.with };
    mark(overlay, parsePath(value.path), { incidental: { part, ...beside } });
  }
  for (const { value, part } of parts.lists) {
    if (value.remove === true) continue;
    placeAt(overlay, parsePath(value.path)).list = {
      pairing: value.keys !== undefined ? "keys" : "set",
      keys: value.keys,
      foreign: value.foreign ?? "remove",
      part,
    };
  }
}

function rootShape(
  overlay: Overlay,
  facts: KindFacts | undefined,
  types: TypeNodes,
  parts: RuleParts,
  mode: Mode,
  onlyStatus: boolean,
): RootShape {
  const type = facts === undefined ? undefined : types.struct(facts.type, false);
  const known = type instanceof StructNode;
  const typed = fieldsOf(known ? type : undefined, facts, onlyStatus);
  const fields = new Map(typed);
  for (const [key, place] of overlay.keys) {
    if (key !== "metadata")
      fields.set(key, layOverSlot(fields.get(key) ?? new Slot(ANY, { nullable: true }), place));
  }
  const metadata = overlay.keys.get("metadata") ?? blank();
  const objectMeta = types.struct("meta/v1.ObjectMeta", false);
  unclaim(metadata);
  const meta = layOverSlot(new Slot(metadataNode(types, parts.ownFinalizers, mode)), metadata);
  const all = new Map(fields).set("metadata", meta);
  return {
    metadata: meta,
    struct: new StructNode(all, false, false, known && type.rest !== "plain" ? "unknown" : "plain"),
    fields,
    known: known && type.rest !== "plain",
    mixes:
      parts.fields !== undefined ||
      parts.ignore.length > 0 ||
      parts.once.length > 0 ||
      parts.release.length > 0,
    status: onlyStatus || (facts?.statusSubresource === false && fields.has("status")),
    onlyStatus,
    metadataFields: objectMeta instanceof StructNode ? objectMeta.fields : undefined,
    whole: mode !== "replace",
    claimed: claimedKeys(parts, onlyStatus),
    forbidden: forbiddenFields(typed, parts),
  };
}

/** The fields that a write may reach: status goes through its subresource, where there is one. */
function fieldsOf(
  type: StructNode | undefined,
  facts: KindFacts | undefined,
  onlyStatus: boolean,
): ReadonlyMap<string, Slot> {
  const fields = new Map(type?.fields);
  if (facts?.statusSubresource === true && !onlyStatus) fields.delete("status");
  if (onlyStatus && !fields.has("status")) fields.set("status", new Slot(ANY, { nullable: true }));
  return fields;
}

function claimedKeys(parts: RuleParts, onlyStatus: boolean): readonly string[] | undefined {
  if (parts.fields === undefined) return undefined;
  const paths = [...parts.fields.map(({ value }) => value.path), ...parts.absent.map(({ value }) => value)];
  const keys = paths.map((path) => topKey(parsePath(path)));
  return [...new Set(keys)].filter((key) => (onlyStatus ? key === "status" : key !== "metadata"));
}

/** For top-level fields that desired does not state: slots that look at nothing but what must be gone. */
function forbiddenFields(fields: ReadonlyMap<string, Slot>, parts: RuleParts): ReadonlyMap<string, Slot> {
  const overlay = blank();
  for (const { value, part } of parts.absent) claim(overlay, parsePath(value), { absent: part });
  overlay.keys.delete("metadata");
  const slots = [...overlay.keys].map(([key, place]) => {
    const slot = fields.get(key) ?? new Slot(ANY, { nullable: true });
    return [key, layOverSlot(slot, place)] as const;
  });
  return new Map(slots);
}

function topKey(path: Path): string {
  const step = path[0];
  return step?.kind === "key" ? step.key : "";
}

/** Metadata is compared whatever the rule claims: a claim of one label leaves the others as they were. */
function unclaim(metadata: Overlay): void {
  metadata.claim = undefined;
  for (const place of metadata.keys.values()) if (place.claim === "part") place.claim = undefined;
}
