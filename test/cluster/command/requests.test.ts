// What explain and apply ask a server, by its audit log.
import { describe, expect } from "vitest";
import { type Account, accountIn } from "../account.js";
import { clusterTest, freshPlace } from "../helper.js";
import { command, configMap } from "./helper.js";

interface Place {
  readonly namespace: string;
  readonly account: Account;
}

async function stage(): Promise<Place> {
  const { client, namespace } = await freshPlace();
  return { namespace, account: await accountIn(namespace, client) };
}

/** What a command that finds nothing to write asks for. */
async function asked(name: string, objects: readonly object[], { namespace, account }: Place) {
  const call = { objects, namespace, token: account.token };
  await command(["apply"], call);
  account.take();
  const { code, err } = await command([name], call);
  expect([code, err]).toEqual([0, ""]);
  return account.take();
}

const labels = { app: "web" };
const web = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web" },
  spec: {
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [{ name: "web", image: "web:1" }] } },
  },
};
const rows: readonly (readonly [what: string, objects: readonly object[], requests: readonly string[]])[] = [
  ["one object: the server's version, and the object", [web], ["get /version", "get deployments"]],
  [
    "some objects: the version, and each",
    [configMap("a", {}), configMap("b", {}), web],
    ["get /version", "get configmaps", "get configmaps", "get deployments"],
  ],
  [
    "many of one kind: a list of them",
    Array.from({ length: 20 }, (_, index) => configMap(`m-${index}`, { k: "1" })),
    ["get /version", "list configmaps"],
  ],
];

describe.each(["explain", "apply"])("%s, with nothing to write, asks for", (name) => {
  clusterTest.for(rows)("%s", async ([, objects, requests], { expect }) => {
    expect([...(await asked(name, objects, await stage()))].sort()).toEqual([...requests].sort());
  });
});
