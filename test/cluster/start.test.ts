import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect } from "vitest";
import { parse } from "yaml";
import { createClient } from "../../tools/cluster/client.mjs";
import { startCluster } from "../../tools/cluster/start.mjs";
import type { Cluster } from "../../tools/cluster/types.d.ts";
import { NEWEST } from "../../tools/cluster/versions.mjs";
import { clusterTest, given, sharedClient, sharedCluster } from "./helper.js";

const CRASHES = fileURLToPath(new URL("crashes.mjs", import.meta.url));
const asked = process.env.CHURNGATE_KUBERNETES || (process.env.KUBEBUILDER_ASSETS ? undefined : NEWEST);

/** Started beside the one that all tests share. */
let second: Cluster;
beforeAll(async () => {
  if (given) second = await startCluster({ version: asked, serviceAccounts: true });
});
afterAll(() => second?.stop());

/** Is anything of a cluster's process group left? */
function hasProcesses(pid: number): boolean {
  try {
    process.kill(-pid, 0);
    return true;
  } catch {
    return false;
  }
}

const version = async (connection: Parameters<typeof createClient>[0]) =>
  createClient(connection).request("GET", "/version");

clusterTest("is the version that was asked for", async () => {
  const { version: stated } = sharedCluster();
  if (asked !== undefined) expect(stated).toBe(asked);
  const [major, minor] = stated.split(".");
  const { body } = await sharedClient().request("GET", "/version");
  expect(body).toMatchObject({ gitVersion: `v${stated}`, major, minor });
});

clusterTest("is spoken to by who trusts its own authority only", async () => {
  const shared = sharedCluster();
  expect((await version(shared)).code).toBe(200);
  await expect(version({ ...shared, ca: second.ca })).rejects.toThrow(/certificate/);
  await expect(version({ ...shared, server: second.server })).rejects.toThrow(/certificate/);
});

clusterTest("takes no other token than its own", async () => {
  const shared = sharedCluster();
  const list = async (token: string) =>
    (await createClient({ ...shared, token }).request("GET", "/api/v1/namespaces")).code;
  expect([await list(shared.token), await list(second.token), await list("x")]).toEqual([200, 401, 401]);
});

clusterTest("shares neither port nor token nor authority with another", () => {
  const shared = sharedCluster();
  expect(second.server).not.toBe(shared.server);
  expect(second.token).not.toBe(shared.token);
  expect(second.ca).not.toBe(shared.ca);
});

clusterTest("shows its secrets to nobody else", () => {
  expect(statSync(second.folder).mode & 0o777).toBe(0o700);
  const holders = readdirSync(second.folder)
    .map((name) => join(second.folder, name))
    .filter((path) => statSync(path).isFile())
    .filter((path) => /PRIVATE KEY/.test(readFileSync(path, "utf8")) || holds(path, second.token));
  expect(holders.length).toBeGreaterThanOrEqual(3);
  expect(holders.filter((path) => (statSync(path).mode & 0o777) !== 0o600)).toEqual([]);
});

const holds = (path: string, text: string) => readFileSync(path, "utf8").includes(text);

clusterTest("has a kubeconfig with its authority, address and token", () => {
  const { clusters, users } = parse(readFileSync(second.kubeconfig, "utf8"));
  expect(clusters[0].cluster).toEqual({
    server: second.server,
    "certificate-authority-data": Buffer.from(second.ca).toString("base64"),
  });
  expect(users[0].user).toEqual({ token: second.token });
});

clusterTest("mounts a token into Pods where service accounts are on, and only there", async () => {
  const pod = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "a" },
    spec: { containers: [{ name: "a", image: "a" }] },
  };
  const withAccounts = await second.client.create(pod, { dryRun: true });
  expect(withAccounts).toMatchObject({
    code: 201,
    body: {
      spec: {
        serviceAccountName: "default",
        volumes: [{ name: expect.stringMatching(/^kube-api-access-/), projected: {} }],
      },
    },
  });
  const without = await sharedClient().create(pod, { dryRun: true });
  expect(without.code).toBe(201);
  expect(without.body.spec).not.toHaveProperty("volumes");
});

clusterTest("leaves no process and no file when it is stopped", async () => {
  const { pid, folder, stop } = await startCluster({ version: asked });
  expect([hasProcesses(pid), existsSync(folder)]).toEqual([true, true]);
  await stop();
  expect(existsSync(folder)).toBe(false);
  // What has ended counts until its exit code is fetched.
  await expect.poll(() => hasProcesses(pid)).toBe(false);
});

clusterTest("leaves none either when who started it is killed", async () => {
  const crashing = spawn(process.execPath, [CRASHES, ...(asked ? [asked] : [])], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(createInterface(crashing.stdout), "line");
  const { pid, folder } = JSON.parse(line);
  expect([hasProcesses(pid), existsSync(folder)]).toEqual([true, true]);
  crashing.kill("SIGKILL");
  await expect
    .poll(() => [hasProcesses(pid), existsSync(folder)], { timeout: 20_000 })
    .toEqual([false, false]);
});

clusterTest("is stopped too where its supervisor was killed", async () => {
  const { pid, folder, stop } = await startCluster({ version: asked });
  process.kill(pid, "SIGKILL");
  await stop();
  await expect
    .poll(() => [hasProcesses(pid), existsSync(folder)], { timeout: 20_000 })
    .toEqual([false, false]);
});
