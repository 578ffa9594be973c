// @ts-check
import { setTimeout as wait } from "node:timers/promises";

/** @typedef {import("../cluster/types.d.ts").Client} Client */

/** What is watched: all that anybody here writes. */
export const RESOURCES = [
  "configmaps",
  "deployments",
  "endpointslices",
  "horizontalpodautoscalers",
  "jobs",
  "leases",
  "networkpolicies",
  "poddisruptionbudgets",
  "resourcequotas",
  "secrets",
  "services",
];

/** How many watches of each resource the server has; its own among them. @param {Client} client */
export async function watchesOf(client) {
  const { body } = await client.request("GET", "/metrics");
  /** @type {Map<string, number>} */
  const watches = new Map();
  for (const [, labels = "", count] of String(body).matchAll(
    /^apiserver_longrunning_requests\{(.*)\} (\S+)$/gm,
  )) {
    const resource = /(?:^|,)resource="([^"]*)"/.exec(labels)?.[1] ?? "";
    if (labels.includes('verb="WATCH"')) watches.set(resource, (watches.get(resource) ?? 0) + Number(count));
  }
  return watches;
}

/** Waits until each is watched by one more than before. @param {Client} client @param {ReadonlyMap<string, number>} before @param {() => void} check throws where that cannot be */
export async function untilWatched(client, before, check) {
  for (;;) {
    const watches = await watchesOf(client);
    if (RESOURCES.every((each) => (watches.get(each) ?? 0) > (before.get(each) ?? 0))) return;
    check();
    await wait(100);
  }
}
