import { expect, inject, test } from "vitest";
import { node, write } from "./helper.js";

// Neither client library is installed there.
const { folder } = inject("installed");

test("churngate/client-node needs client-node only to find a kubeconfig, and says what to install", () => {
  write(folder, {
    "client-node.mjs": `import { clientNodePort, toWire } from "churngate/client-node";
      const policy = { apiVersion: "networking.k8s.io/v1", kind: "NetworkPolicy", spec: { ingress: [{ _from: [] }] } };
      console.log(JSON.stringify(toWire(policy).spec));
      const ref = { apiVersion: "v1", kind: "Namespace", name: "default" };
      const config = { getCurrentCluster: () => null, applyToHTTPSOptions: async () => {} };
      await clientNodePort(config).read(ref).catch(({ message }) => console.log(message));
      await clientNodePort().read(ref).catch(({ message }) => console.log(message));`,
  });
  const { out, err, code } = node(folder, "client-node.mjs");
  expect({ err, code }).toEqual({ err: "", code: 0 });
  expect(out.trimEnd().split("\n")).toEqual([
    '{"ingress":[{"from":[]}]}',
    "the KubeConfig has no current cluster",
    expect.stringMatching(/not installed: npm install @kubernetes\/client-node$/),
  ]);
});

test("churngate/kfc names the library that is missing", () => {
  write(folder, { "kfc.mjs": 'await import("churngate/kfc").catch(({ message }) => console.log(message));' });
  expect(node(folder, "kfc.mjs").out).toContain("'kubernetes-fluent-client'");
});
