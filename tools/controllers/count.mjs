// @ts-check
// A count of an audit log that shares nothing with churngate's: each write that succeeded, by who sent it and of what kind.
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

const WRITES = new Set(["create", "update", "patch", "delete"]);

/** The object without what moves at every write. @param {import("./types.d.ts").Loose} answer */
function rest({ metadata: { resourceVersion, generation, managedFields, ...metadata }, ...object }) {
  return JSON.stringify({ ...object, metadata });
}

/** @param {string} file with the answers: level RequestResponse @param {string} namespace whose moves are counted @returns {Promise<import("./types.d.ts").Counted[]>} */
export async function count(file, namespace) {
  /** @type {Map<string, import("./types.d.ts").Counted>} */
  const counts = new Map();
  /** @type {Map<string, { versions: Set<string>, rest: string }>} */
  const objects = new Map();
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const { stage, verb, userAgent, requestURI, objectRef, responseStatus, responseObject } =
      JSON.parse(line);
    if (stage !== "ResponseComplete" || !WRITES.has(verb) || responseStatus.code >= 300) continue;
    if (new URL(requestURI, "https://server").searchParams.has("dryRun")) continue;
    const key = `${userAgent} ${objectRef.resource}`;
    const zero = { writes: 0, creates: 0, deletes: 0, idle: 0, same: 0, changes: 0, moved: 0 };
    const counted = counts.get(key) ?? { userAgent, resource: objectRef.resource, ...zero };
    counts.set(key, counted);
    counted.writes += 1;
    const isHere = objectRef.namespace === namespace;
    if (verb === "delete") {
      counted.deletes += 1;
      // With a finalizer it is only marked, which is an event.
      if (isHere && responseObject.metadata.finalizers !== undefined) counted.moved += 1;
      continue;
    }
    const { uid, resourceVersion, deletionTimestamp, finalizers } = responseObject.metadata;
    // The last finalizer goes, and the object with it: no event tells of that version.
    const isEnd = deletionTimestamp !== undefined && finalizers === undefined;
    const before = objects.get(uid) ?? { versions: new Set(), rest: "" };
    // A scale's answer is no Deployment: what it shares with it is the version.
    const after = objectRef.subresource === "scale" ? before.rest : rest(responseObject);
    const isMove = responseStatus.code !== 201 && !before.versions.has(resourceVersion);
    if (responseStatus.code === 201) counted.creates += 1;
    else if (!isMove) counted.idle += 1;
    else if (objectRef.subresource !== "scale" && before.rest === after) counted.same += 1;
    else counted.changes += 1;
    if (isMove && isHere && !isEnd) counted.moved += 1;
    objects.set(uid, { versions: before.versions.add(resourceVersion), rest: after });
  }
  return [...counts.values()];
}
