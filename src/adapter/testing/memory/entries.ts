import type { FieldSet } from "../../../core/apply/field-set.js";
import { isList, isObject, type Json, type JsonObject } from "../../../core/json.js";
import { metadataOf } from "../../port/object.js";

/** One manager's entry in metadata.managedFields. */
export interface Entry {
  readonly manager: string;
  readonly operation: "Apply" | "Update";
  readonly apiVersion: string;
  readonly subresource?: string;
  /** Absent where nothing but ownership was written yet. */
  readonly time?: string;
  readonly set: FieldSet;
}

/** Who writes, and through what. */
export type Writer = Omit<Entry, "time" | "set">;

export function entriesOf(object: JsonObject | undefined): readonly Entry[] {
  const { managedFields } = metadataOf(object);
  return (isList(managedFields) ? managedFields : []).flatMap((entry) => {
    if (!isObject(entry) || !isObject(entry.fieldsV1)) return [];
    const { manager, operation, apiVersion, subresource, time, fieldsV1 } = entry;
    return [
      {
        manager: String(manager ?? ""),
        operation: operation === "Apply" ? ("Apply" as const) : ("Update" as const),
        apiVersion: String(apiVersion),
        ...(typeof subresource === "string" && subresource !== "" && { subresource }),
        ...(typeof time === "string" && { time }),
        set: fieldsV1,
      },
    ];
  });
}

/** Entries as metadata.managedFields has them. */
export function asManagedFields(entries: readonly Entry[]): Json {
  return [...entries].sort(inOrder).map(({ set, manager, operation, apiVersion, time, subresource }) => ({
    manager,
    operation,
    apiVersion,
    ...(time !== undefined && { time }),
    fieldsType: "FieldsV1",
    fieldsV1: set,
    ...(subresource !== undefined && { subresource }),
  }));
}

/** An object's managedFields without their times, which are no change by themselves. Source: fieldmanager IgnoreManagedFieldsTimestampsTransformer. */
export function untimedEntries(object: JsonObject): Json {
  return asManagedFields(entriesOf(object).map(({ time: _, ...entry }) => entry));
}

/** Source: managedfields/internal/managedfields.go sortEncodedManagedFields. */
function inOrder(a: Entry, b: Entry): number {
  const key = ({ operation, time = "", manager, apiVersion, subresource = "" }: Entry): string =>
    [operation, time, manager, apiVersion, subresource].join("\n");
  return key(a) < key(b) ? -1 : 1;
}

export function isOf(entry: Entry, writer: Writer): boolean {
  return (
    entry.manager === writer.manager &&
    entry.operation === writer.operation &&
    entry.apiVersion === writer.apiVersion &&
    entry.subresource === writer.subresource
  );
}
