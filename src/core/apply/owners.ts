import { isList, isObject, type Json, type JsonObject } from "../json.js";
import type { FieldSet } from "./field-set.js";

/** One manager's entry in managedFields. */
export interface Owner {
  readonly manager: string;
  readonly applied: boolean;
  readonly set: FieldSet;
}

/** What live records of ownership, as far as our own apply goes. */
export type OwnEntry =
  /** What our last apply stated. */
  | { readonly found: "own"; readonly set: FieldSet }
  /** We never applied this object, or others took all that we owned. */
  | { readonly found: "none" }
  /** Our entry is in another apiVersion, in which its paths cannot be read. */
  | { readonly found: "other-version"; readonly version: string }
  /** Live carries no managedFields: a cache stripped them. */
  | { readonly found: "stripped" };

const NONE: OwnEntry = Object.freeze({ found: "none" });
const STRIPPED: OwnEntry = Object.freeze({ found: "stripped" });

function entriesOf(live: JsonObject): readonly Json[] {
  const managed = isObject(live.metadata) ? live.metadata.managedFields : undefined;
  return isList(managed) ? managed : [];
}

/** Who writes, and where. */
export interface Writer {
  readonly manager: string;
  /** What is written is the subresource, which has an entry of its own. */
  readonly subresource: "status" | undefined;
}

/** True of the entry of the writer's own applies. */
export function isOwn(entry: Json, { manager, subresource }: Writer): boolean {
  if (!isObject(entry) || entry.manager !== manager || entry.operation !== "Apply") return false;
  return subresource === undefined ? !entry.subresource : entry.subresource === subresource;
}

/** The entry of our own applies: our manager, operation Apply, to the object or to the subresource. */
export function ownEntry(live: JsonObject, writer: Writer, apiVersion: Json | undefined): OwnEntry {
  const entries = entriesOf(live);
  if (entries.length === 0) return STRIPPED;
  for (const entry of entries) {
    if (!isObject(entry) || !isOwn(entry, writer)) continue;
    if (entry.apiVersion !== apiVersion) return { found: "other-version", version: String(entry.apiVersion) };
    return isObject(entry.fieldsV1) ? { found: "own", set: entry.fieldsV1 } : NONE;
  }
  return NONE;
}

/** Every other entry that can be read: another manager's, and ours for updates and elsewhere. */
export function otherOwners(
  live: JsonObject,
  writer: Writer,
  apiVersion: Json | undefined,
): readonly Owner[] {
  return entriesOf(live).flatMap((entry) => {
    if (!isObject(entry) || isOwn(entry, writer) || entry.apiVersion !== apiVersion) return [];
    if (!isObject(entry.fieldsV1)) return [];
    const { manager: name, operation, fieldsV1 } = entry;
    return [{ manager: String(name), applied: operation === "Apply", set: fieldsV1 }];
  });
}
