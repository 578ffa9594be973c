import { beforeEach, describe, expect } from "vitest";
import type { Client } from "../../../tools/cluster/types.d.ts";
import { command } from "../command/helper.js";
import { clusterTest, freshNamespace, given, sharedClient } from "../helper.js";

let client: Client;
let namespace: string;
beforeEach(async () => {
  if (!given) return;
  client = sharedClient();
  namespace = await freshNamespace(client);
});

const web = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web", labels: { app: "web" } },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: "web" } },
    template: {
      metadata: { labels: { app: "web" } },
      spec: {
        containers: [
          {
            name: "web",
            image: "web:1",
            resources: { limits: { cpu: "1", memory: "1Gi" } },
            env: [
              { name: "A", value: "1" },
              { name: "B", value: "2" },
            ],
          },
          { name: "side", image: "side:1", imagePullPolicy: "IfNotPresent", ports: [{ containerPort: 80 }] },
        ],
      },
    },
  },
};

const service = {
  apiVersion: "v1",
  kind: "Service",
  metadata: { name: "web" },
  spec: {
    selector: { app: "web" },
    ports: [
      { name: "http", port: 80 },
      { name: "https", port: 443 },
    ],
  },
};

describe.each(["replace", "apply", "merge"])("%s", (mode) => {
  clusterTest("exact is never wrong", async () => {
    const objects = [
      web,
      service,
      { apiVersion: "v1", kind: "Secret", metadata: { name: "s" }, stringData: { a: "b" } },
    ];
    const made = await command(["apply", "--mode", mode], { objects, namespace });
    expect(made.code).toBe(0);
    const { code, out, err } = await command(["classify", "--evidence", "--mode", mode], {
      objects,
      namespace,
    });
    console.log(out, err);
    expect(code).toBe(0);
    const fresh = await command(["classify", "--evidence", "--mode", mode], {
      objects: objects.map((o) => ({ ...o, metadata: { ...o.metadata, name: "fresh" } })),
      namespace,
    });
    console.log(fresh.out, fresh.err);
  });
});
