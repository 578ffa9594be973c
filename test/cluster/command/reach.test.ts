import { createServer } from "node:net";
import { beforeEach, describe, expect } from "vitest";
import type { Client } from "../../../tools/cluster/types.d.ts";
import { clusterTest, freshNamespace, freshPlace, given } from "../helper.js";
import { command, configMap, summaryOf, writesOf } from "./helper.js";

let client: Client;
let namespace: string;
beforeEach(async () => {
  if (given) ({ client, namespace } = await freshPlace());
});

/** The token of a service account that may do nothing but ask which kinds there are. */
async function tokenWithoutRights(): Promise<string> {
  const account = { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "nobody", namespace } };
  await client.create(account);
  const path = `/api/v1/namespaces/${namespace}/serviceaccounts/nobody/token`;
  const body = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: {} };
  const { body: answer } = await client.request("POST", path, { body });
  return (answer as { readonly status: { readonly token: string } }).status.token;
}

const objects = [configMap("a", { k: "1" })];

describe("explain reads live from the cluster", () => {
  clusterTest("and exits as with --live", async () => {
    const explain = () => command(["explain"], { objects, namespace });
    const first = await explain();
    expect([first.code, summaryOf(first)]).toEqual([1, "1 object: 1 to create"]);
    await command(["apply"], { objects, namespace });
    const before = await writesOf("configmaps", client);
    const second = await explain();
    expect([second.code, summaryOf(second), second.err]).toEqual([0, "1 object: 1 unchanged", ""]);
    const changed = await command(["explain"], { objects: [configMap("a", { k: "2" })], namespace });
    expect([changed.code, changed.out]).toEqual([1, expect.stringContaining('~ data.k  "1" -> "2"')]);
    expect(await writesOf("configmaps", client)).toBe(before);
  });

  clusterTest("with managedFields, which --mode apply decides by", async () => {
    const words = ["--mode", "apply", "--field-manager", "me"];
    await command(["apply", ...words], { objects: [configMap("a", { k: "1", gone: "1" })], namespace });
    const outcome = await command(["explain", ...words], { objects, namespace });
    expect([outcome.code, outcome.out]).toEqual([1, expect.stringContaining("- data.gone")]);
  });

  clusterTest.for(["replace", "apply", "merge"])(
    "and what it makes of desired, by a dry run where a rule says observed: --mode %s",
    async (mode, { expect }) => {
      const words = ["--mode", mode, "--rules", "rules"];
      const rule = { format: 1, group: "", kind: "ConfigMap", strategy: "observed", why: "A test." };
      const files = { "rules/core/ConfigMap.json": JSON.stringify(rule) };
      await command(["apply", ...words], { objects, namespace, files });
      const explained = await command(["explain", "-v", ...words], { objects, namespace, files });
      expect([explained.code, explained.err]).toEqual([0, ""]);
      expect(explained.out).toContain("live is as the server answered to the same desired object");
      expect(explained.out).toContain("asked by a dry run of the write; nothing was written");
      const other = [configMap("a", { k: "2" })];
      const changed = await command(["explain", "-o", "json", ...words], {
        objects: other,
        namespace,
        files,
      });
      const [said] = JSON.parse(changed.out).objects;
      expect([changed.code, said]).toMatchObject([
        1,
        { verdict: "write", mode, dryRun: true, reason: { code: "not-as-observed" } },
      ]);
      const applied = await command(["apply", ...words], { objects, namespace, files });
      expect(summaryOf(applied)).toBe("1 object: 1 unchanged");
    },
  );

  clusterTest("in the namespace of -n before the context's", async () => {
    await command(["apply"], { objects, namespace });
    const other = await freshNamespace(client);
    const outcome = await command(["explain", "-n", other], { objects, namespace });
    expect([outcome.code, outcome.out]).toEqual([1, expect.stringContaining(`${other}/a `)]);
  });

  clusterTest("in default where nothing names one", async () => {
    const outcome = await command(["explain"], { objects });
    expect(outcome.out).toContain("default/a ");
  });

  clusterTest("in no namespace for a kind without them, whatever it states", async () => {
    const metadata = { name: `${namespace}-role`, namespace: "odd" };
    const role = { apiVersion: "rbac.authorization.k8s.io/v1", kind: "ClusterRole", metadata, rules: [] };
    await command(["apply"], { objects: [role], namespace });
    const outcome = await command(["explain"], { objects: [role], namespace });
    expect([outcome.code, outcome.out]).toEqual([0, expect.stringMatching(/^test-\S+-role {2}ClusterRole/)]);
  });
});

describe.each(["explain", "apply"])("%s says of", (name) => {
  clusterTest("an object that this user may not touch: forbidden", async () => {
    const token = await tokenWithoutRights();
    const outcome = await command([name, "-o", "json"], { objects, namespace, token });
    expect(outcome.code).toBe(2);
    expect(outcome.err).toMatch(
      /^desired\.json:1: ConfigMap \S+\/a: configmaps "a" is forbidden: User "system:serviceaccount:/,
    );
    expect(JSON.parse(outcome.out).errors).toMatchObject([{ name: "a", code: "forbidden" }]);
  });

  clusterTest("a kind that is not served", async () => {
    const widget = { apiVersion: "example.com/v1", kind: "Widget", metadata: { name: "w" } };
    const old = { apiVersion: "extensions/v1beta1", kind: "Deployment", metadata: { name: "d" } };
    const outcome = await command([name, "-o", "json"], { objects: [widget, ...objects, old], namespace });
    expect(outcome.code).toBe(2);
    const { errors, objects: others } = JSON.parse(outcome.out);
    expect(errors).toMatchObject([
      { kind: "Widget", code: "kind-not-found" },
      { kind: "Deployment", code: "kind-not-found" },
    ]);
    expect(others).toHaveLength(1);
  });

  clusterTest("credentials that are not accepted", async () => {
    const { code, out, err } = await command([name], { objects, namespace, token: "wrong" });
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(/^error: https:\/\/\S+ does not accept the kubeconfig's credentials\n/);
  });

  clusterTest("a server that is not there", async () => {
    const { code, out, err } = await command([name], { objects, namespace, server: "https://127.0.0.1:1" });
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain("error: https://127.0.0.1:1 cannot be reached: connect ECONNREFUSED 127.0.0.1:1\n");
  });

  clusterTest("a server that is not there, in a document", async () => {
    const both = [...objects, configMap("b", {})];
    const server = "https://127.0.0.1:1";
    const { code, out, err } = await command([name, "-o", "json"], { objects: both, namespace, server });
    const message = `${server} cannot be reached: connect ECONNREFUSED 127.0.0.1:1`;
    const error = { kind: "ConfigMap", code: "unreachable", message, file: "desired.json" };
    expect(JSON.parse(out)).toMatchObject({
      objects: [],
      errors: [
        { ...error, name: "a", line: 1 },
        { ...error, name: "b", line: 2 },
      ],
      summary: { objects: 2 },
    });
    expect([code, err.split(message).length]).toEqual([2, 2]);
    const denied = await command([name, "-o", "json"], { objects, namespace, token: "wrong" });
    expect([denied.code, JSON.parse(denied.out).errors]).toMatchObject([2, [{ code: "unauthorized" }]]);
  });

  clusterTest("a server that does not answer in time", async () => {
    const silent = createServer(() => {});
    await new Promise<void>((listening) => silent.listen(0, "127.0.0.1", listening));
    const address = silent.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const server = `https://127.0.0.1:${port}`;
    const { code, err } = await command([name, "--timeout", "50ms"], { objects, namespace, server });
    silent.close();
    expect([code, err]).toEqual([2, expect.stringContaining(`error: ${server} cannot be reached: `)]);
  });

  clusterTest("an expired deadline, for each object", async () => {
    const { code, out, err } = await command([name, "--timeout", "1ms"], { objects, namespace });
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain("not done in time");
  });
});
