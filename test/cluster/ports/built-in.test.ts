// The paths that are known without asking are those of a real server.
import { expect } from "vitest";
import { builtIn } from "../../../src/adapter/client-node/built-in.js";
import { bundledFacts } from "../../../src/rules/facts.js";
import { clusterTest, sharedClient } from "../helper.js";

clusterTest("each built-in kind has the path that the server says", async () => {
  const client = sharedClient();
  const checked: string[] = [];
  for (const { group, version, kind } of bundledFacts.kinds()) {
    const apiVersion = group === "" ? version : `${group}/${version}`;
    const known = builtIn({ apiVersion, kind });
    const served = await client.resource(apiVersion, kind);
    if (known === undefined || served === undefined) continue;
    const { prefix, plural, namespaced } = served;
    expect(known, `${apiVersion} ${kind}`).toEqual({ prefix, plural, namespaced });
    checked.push(kind);
  }
  expect(checked.length).toBeGreaterThan(50);
  expect(checked).toEqual(expect.arrayContaining(["Endpoints", "Ingress", "NetworkPolicy", "FlowSchema"]));
});

clusterTest("kinds of others' groups are not among them", () => {
  for (const apiVersion of ["example.com/v1", "gateway.networking.k8s.io/v1", "monitoring.coreos.com/v1"])
    for (const kind of ["Deployment", "Gateway", "ServiceMonitor"])
      expect(builtIn({ apiVersion, kind })).toBe(undefined);
});
