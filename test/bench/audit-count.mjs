// @ts-check
// The same counts as audit's, by JSON.parse of each line: short enough to be seen to be right. Of a log that audit-log.mjs made: in it no two
// requests overlap. npm run bench:audit compares the two.
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

/** @param {string} path */
export async function countLog(path) {
  const counts = {
    read: 0,
    bad: 0,
    skipped: 0,
    reads: 0,
    writes: 0,
    dryRuns: 0,
    refused: 0,
    calls: 0,
    noops: 0,
  };
  /** @type {Record<string, number>} */
  const levels = { Metadata: 0, Request: 0, RequestResponse: 0 };
  /** @type {Record<string, number>} */
  const writers = {};
  const versions = new Map();
  for await (const line of createInterface({
    input: createReadStream(path),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    counts.read += 1;
    let event;
    try {
      event = JSON.parse(line);
    } catch {
      counts.bad += 1;
      continue;
    }
    const { verb, requestURI, objectRef = {}, requestObject, responseObject, responseStatus } = event;
    if (event.stage !== "ResponseComplete") counts.skipped += 1;
    else if (["get", "list", "watch"].includes(verb)) counts.reads += 1;
    else if (responseStatus.code >= 400) counts.refused += 1;
    else if (/reviews$/.test(objectRef.resource)) counts.calls += 1;
    else if (new URL(requestURI, "http://a").searchParams.has("dryRun")) counts.dryRuns += 1;
    else {
      counts.writes += 1;
      levels[event.level] = (levels[event.level] ?? 0) + 1;
      const manager =
        new URL(requestURI, "http://a").searchParams.get("fieldManager") ?? event.userAgent.split("/")[0];
      writers[manager] = (writers[manager] ?? 0) + 1;
      const version = responseObject?.metadata.resourceVersion;
      const object = `${objectRef.resource}/${objectRef.name}`;
      const isPut = verb === "update" && requestObject?.metadata.resourceVersion === version;
      if (version !== undefined && (isPut || versions.get(object) === version)) counts.noops += 1;
      if (version !== undefined) versions.set(object, version);
    }
  }
  return { ...counts, levels, writers };
}
