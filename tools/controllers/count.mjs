// @ts-check
// A count of an audit log that shares nothing with churngate's: each write that succeeded, by who sent it and of what kind.
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

/** @typedef {import("./types.d.ts").Loose} Loose @typedef {{ versions: Set<string>, rest: string }} Known */

const WRITES = new Set(["create", "update", "patch", "delete"]);

/** The object without what moves at every write. @param {Loose} answer */
function rest({ metadata: { resourceVersion, generation, managedFields, ...metadata }, ...object }) {
  return JSON.stringify({ ...object, metadata });
}

/**
 * What a write was, and whether there was an event of it. Kinds whose answers the log does not have nobody here writes for nothing.
 * @param {Loose} event @param {Map<string, Known>} objects by uid
 * @returns {{ what: "creates" | "deletes" | "idle" | "same" | "changes", moved: boolean }}
 */
function judged({ verb, objectRef, responseStatus, responseObject }, objects) {
  const { uid, resourceVersion, deletionTimestamp, finalizers } = responseObject?.metadata ?? {};
  // With a finalizer it is only marked.
  if (verb === "delete") return { what: "deletes", moved: finalizers !== undefined };
  const isCreation = responseStatus.code === 201;
  if (uid === undefined) return { what: isCreation ? "creates" : "changes", moved: !isCreation };
  // A scale's answer is no Deployment: what it shares with it is the version.
  const isScale = objectRef.subresource === "scale";
  const before = objects.get(uid) ?? { versions: new Set(), rest: "" };
  const after = isScale ? before.rest : rest(responseObject);
  const isIdle = before.versions.has(resourceVersion);
  objects.set(uid, { versions: before.versions.add(resourceVersion), rest: after });
  if (isCreation) return { what: "creates", moved: false };
  if (isIdle) return { what: "idle", moved: false };
  // The last finalizer goes, and the object with it: that version is in no event.
  const isEnd = deletionTimestamp !== undefined && finalizers === undefined;
  return { what: !isScale && before.rest === after ? "same" : "changes", moved: !isEnd };
}

/** @param {string} file @param {string} namespace whose events are counted @returns {Promise<import("./types.d.ts").Counted[]>} */
export async function count(file, namespace) {
  /** @type {Map<string, import("./types.d.ts").Counted>} */
  const counts = new Map();
  const objects = new Map();
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const event = JSON.parse(line);
    const { stage, verb, userAgent, requestURI, objectRef, responseStatus } = event;
    if (stage !== "ResponseComplete" || !WRITES.has(verb) || responseStatus.code >= 300) continue;
    if (new URL(requestURI, "https://server").searchParams.has("dryRun")) continue;
    const { resource } = objectRef;
    const zero = { writes: 0, creates: 0, deletes: 0, idle: 0, same: 0, changes: 0, moved: 0 };
    const counted = counts.get(`${userAgent} ${resource}`) ?? { userAgent, resource, ...zero };
    counts.set(`${userAgent} ${resource}`, counted);
    const { what, moved } = judged(event, objects);
    counted.writes += 1;
    counted[what] += 1;
    if (moved && objectRef.namespace === namespace) counted.moved += 1;
  }
  return [...counts.values()];
}
