import { isObject, type Json, type JsonObject } from "../../core/json.js";
import { mergePatch } from "../../core/merge/patch.js";
import type { CasesFile, RuleCase } from "../../generated/cases.js";
import type { Ownership } from "./ownership.js";

/** The two sides of a case: live unless there is none. */
export interface CaseObjects {
  readonly desired: JsonObject;
  readonly live: JsonObject | undefined;
}

/** The objects of a case. With `ownership`, live has managedFields, unless the case states its own. */
export function caseObjects(table: CasesFile, row: RuleCase, ownership?: Ownership): CaseObjects {
  const base = table.base as JsonObject;
  const desired = patched(base, row.desired);
  if (row.live === null) return { desired, live: undefined };
  const live = patched(patched(base, table.stored), row.live);
  if (ownership === undefined || statesOwnership(live) || statesOwnership(row.live)) return { desired, live };
  const applied = row.applied === null ? undefined : patched(base, row.applied);
  return { desired, live: owned(live, ownership(applied, row.others ?? [], live)) };
}

/** An object under a JSON merge patch. */
function patched(target: JsonObject, patch: object | undefined): JsonObject {
  return mergePatch(target, (patch ?? {}) as Json) as JsonObject;
}

function statesOwnership(object: object | undefined): boolean {
  const { metadata } = (object ?? {}) as JsonObject;
  return isObject(metadata) && metadata.managedFields !== undefined;
}

function owned(live: JsonObject, managedFields: readonly JsonObject[]): JsonObject {
  if (managedFields.length === 0) return live;
  return { ...live, metadata: { ...(live.metadata as JsonObject | undefined), managedFields } };
}
