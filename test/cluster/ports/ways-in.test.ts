import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect, createServer as createRelay } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Duplex, pipeline } from "node:stream";
import { KubeConfig } from "@kubernetes/client-node";
import { afterAll, expect } from "vitest";
import { clientNodePort, type KubeConfigLike } from "../../../src/adapter/client-node/index.js";
import { clusterTest, sharedCluster } from "../helper.js";
import { kubeConfigOf, NO_TOKEN } from "./kube-config.js";

const folder = mkdtempSync(join(tmpdir(), "churngate-ways-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ref = { apiVersion: "v1", kind: "Namespace", name: "default" };
const read = (kubeConfig: KubeConfigLike) => clientNodePort(kubeConfig).read(ref);
const is = (status: number) => expect.objectContaining({ name: "ApiError", status });

/** Hands on what comes, both ways, until either side ends. */
function relay(socket: Duplex, address: string): void {
  const { hostname, port } = new URL(address);
  const onward = connect(Number(port), hostname);
  pipeline(socket, onward, socket, () => {});
}

clusterTest("no token, or another: 401", async () => {
  await expect(read(kubeConfigOf({ user: { token: "another" } }))).rejects.toEqual(is(401));
});

clusterTest("a server whose certificate nobody vouches for", async () => {
  const { server, token } = sharedCluster();
  const kubeConfig = new KubeConfig();
  kubeConfig.loadFromClusterAndUser({ name: "a", server, skipTLSVerify: false }, { name: "a", token });
  await expect(read(kubeConfig)).rejects.toThrow(/self-signed certificate/);
  kubeConfig.loadFromClusterAndUser({ name: "a", server, skipTLSVerify: true }, { name: "a", token });
  expect(await read(kubeConfig)).toMatchObject({ kind: "Namespace" });
});

clusterTest("a token from a file, as in a pod", async () => {
  const tokenFile = join(folder, "token");
  writeFileSync(tokenFile, sharedCluster().token);
  const authProvider = { name: "tokenFile", config: { tokenFile } };
  expect(await read(kubeConfigOf({ user: { ...NO_TOKEN, authProvider } }))).toMatchObject({
    kind: "Namespace",
  });
});

clusterTest("a plugin that is run for each token that has expired", async () => {
  const runs = join(folder, "runs");
  const program = `const fs = require("node:fs"); fs.appendFileSync(${JSON.stringify(runs)}, "x");
    const status = { token: process.env.GIVEN, expirationTimestamp: "2020-01-01T00:00:00Z" };
    console.log(JSON.stringify({ apiVersion: "client.authentication.k8s.io/v1", kind: "ExecCredential", status }));`;
  const exec = {
    apiVersion: "client.authentication.k8s.io/v1",
    command: process.execPath,
    args: ["-e", program],
    env: [{ name: "GIVEN", value: sharedCluster().token }],
  };
  const port = clientNodePort(kubeConfigOf({ user: { ...NO_TOKEN, exec } }));
  expect(await port.read(ref)).toMatchObject({ kind: "Namespace" });
  const before = readFileSync(runs, "utf8").length;
  await port.read(ref);
  expect(readFileSync(runs, "utf8").length).toBeGreaterThan(before);
});

clusterTest("a plugin that fails", async () => {
  const exec = { command: process.execPath, args: ["-e", "console.error('no luck'); process.exit(1)"] };
  await expect(read(kubeConfigOf({ user: { ...NO_TOKEN, exec } }))).rejects.toThrow("no luck");
});

clusterTest("another user, impersonated", async () => {
  await expect(read(kubeConfigOf({ user: { impersonateUser: "somebody" } }))).rejects.toThrow(
    /User "somebody" cannot get resource "namespaces"/,
  );
});

clusterTest("a proxy", async () => {
  const asked: (string | undefined)[] = [];
  const proxy = createServer().on("connect", (request, socket) => {
    asked.push(request.url);
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
    relay(socket, `http://${request.url}`);
  });
  await new Promise<void>((done) => proxy.listen(0, "127.0.0.1", done));
  try {
    const proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    expect(await read(kubeConfigOf({ cluster: { proxyUrl } }))).toMatchObject({ kind: "Namespace" });
    expect(new Set(asked)).toEqual(new Set([new URL(sharedCluster().server).host]));
  } finally {
    proxy.close();
    proxy.closeAllConnections();
  }
});

clusterTest("a kubeconfig file, found as kubectl finds it", async () => {
  const file = join(folder, "kubeconfig");
  writeFileSync(file, kubeConfigOf().exportConfig());
  const { KUBECONFIG } = process.env;
  process.env.KUBECONFIG = file;
  try {
    expect(await clientNodePort().read(ref)).toMatchObject({ kind: "Namespace" });
  } finally {
    if (KUBECONFIG === undefined) delete process.env.KUBECONFIG;
    else process.env.KUBECONFIG = KUBECONFIG;
  }
});

clusterTest("one connection serves request after request", async () => {
  let opened = 0;
  const counting = createRelay((socket) => {
    opened++;
    relay(socket, sharedCluster().server);
  });
  await new Promise<void>((done) => counting.listen(0, "127.0.0.1", done));
  try {
    const server = `https://127.0.0.1:${(counting.address() as AddressInfo).port}`;
    const over = clientNodePort(kubeConfigOf({ cluster: { server } }));
    for (let count = 0; count < 5; count++) await over.read(ref);
    expect(opened).toBe(1);
  } finally {
    counting.close();
  }
});
