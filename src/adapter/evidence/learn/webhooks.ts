import { isList, isObject, type Json, type JsonObject, member } from "../../../core/json.js";
import type { ClusterPort } from "../../port/port.js";

/**
 * The mutating webhooks for a group that do less in a dry run than in a write (`sideEffects: NoneOnDryRun`), so that they may answer otherwise;
 * undefined where the server does not say.
 */
export async function otherwiseOnDryRun(
  port: ClusterPort,
  group: string,
  signal: AbortSignal | undefined,
): Promise<readonly string[] | undefined> {
  try {
    const query = { apiVersion: "admissionregistration.k8s.io/v1", kind: "MutatingWebhookConfiguration" };
    const found = await port.list?.(query, { signal });
    return found?.flatMap((each) => webhooksOf(each as JsonObject, group));
  } catch {
    signal?.throwIfAborted();
    return undefined;
  }
}

function webhooksOf(configuration: JsonObject, group: string): readonly string[] {
  return listOf(configuration, "webhooks")
    .filter((each) => member(each, "sideEffects") === "NoneOnDryRun")
    .filter((each) => listOf(each, "rules").some((rule) => isFor(member(rule, "apiGroups"), group)))
    .map((each) => String(member(each, "name")));
}

function isFor(groups: Json | undefined, group: string): boolean {
  return isList(groups) && (groups.includes(group) || groups.includes("*"));
}

function listOf(object: JsonObject, key: string): readonly JsonObject[] {
  const value = member(object, key);
  return isList(value) ? value.filter(isObject) : [];
}
