import type { Mode } from "../decision.js";
import type { KindFacts } from "../facts.js";
import { type Path, parsePath } from "../path.js";
import { ANY } from "../walk/any.js";
import type { Viewer } from "../walk/context.js";
import { Slot } from "../walk/slot.js";
import { StructNode } from "../walk/struct.js";
import { layOverSlot } from "./lay-over.js";
import { metadataNode } from "./metadata.js";
import { blank, claim, type Overlay } from "./overlay.js";
import type { RuleParts } from "./parts.js";
import { type RootShape, viewOf } from "./root.js";
import type { TypeNodes } from "./types.js";

/** The top of an object, by what an overlay says of its places. */
export function rootShape(
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
  const forbidden = forbiddenFields(typed, parts);
  const claimed = claimedKeys(parts, onlyStatus);
  const status = onlyStatus || (facts?.statusSubresource === false && fields.has("status"));
  const viewer = (derivative: boolean): Viewer => ({
    viewOf: (desired, live) => viewOf({ claimed, fields, status, onlyStatus }, desired, live, derivative),
  });
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
    status,
    own: viewer(false),
    derivative: viewer(true),
    onlyStatus,
    metadataFields: objectMeta instanceof StructNode ? objectMeta.fields : undefined,
    whole: mode !== "replace",
    claimed,
    forbidden,
    forbids: [...all.values()].some((slot) => slot.forbids),
    isPlain: claimed === undefined && forbidden.size === 0 && mode === "replace" && !onlyStatus,
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
