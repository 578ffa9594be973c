import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, inject, onTestFinished, test } from "vitest";
import { node, write } from "./helper.js";

const { folder } = inject("installed");
const MAIN = join("node_modules", "churngate", "dist/cli/main.js");

const named = (name: string) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name },
  data: { a: "1" },
});

const kubeconfig = (server: string, user: object = {}) =>
  JSON.stringify({
    "current-context": "c",
    contexts: [{ name: "c", context: { cluster: "c", user: "u" } }],
    clusters: [{ name: "c", cluster: { server } }],
    users: [{ name: "u", user }],
  });

/** A server that stores an object whose name begins with `a`, and answers no other write. */
async function slowServer(onWrite: (body: string) => void) {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    const say = (status: number, object: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(object));
    if (request.url === "/api/v1") {
      say(200, {
        kind: "APIResourceList",
        resources: [
          { kind: "ConfigMap", name: "configmaps", namespaced: true },
          { kind: "Namespace", name: "namespaces", namespaced: false },
        ],
      });
    } else if (request.method === "GET") {
      say(404, { kind: "Status", reason: "NotFound", details: { kind: "configmaps" } });
    } else if (body.includes('"name":"a')) {
      say(201, JSON.parse(body));
    } else {
      onWrite(body);
    }
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("kubectl finds it as a plugin, and its usage says so", () => {
  const bin = join(folder, "node_modules/.bin/kubectl-churngate");
  const { stdout, status } = spawnSync(bin, ["apply", "--help"], {
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  expect(status).toBe(0);
  expect(stdout).toMatch(/^Usage: (kubectl )?churngate apply/);
  if (process.platform !== "win32") expect(stdout).toMatch(/^Usage: kubectl churngate apply/);
});

test("without the client, says what to install where a login takes it", () => {
  write(folder, {
    "one.json": JSON.stringify(named("a")),
    "kubeconfig.json": kubeconfig("https://x.example", { exec: { command: "x" } }),
  });
  const words = ["explain", "-f", "one.json", "--kubeconfig", "kubeconfig.json"];
  expect(node(folder, MAIN, ...words)).toEqual({
    out: "",
    err: expect.stringMatching(/which is not installed\nnpm install @kubernetes\/client-node@[\d.]+\n$/),
    code: 2,
  });
});

test.skipIf(process.platform === "win32").each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)(
  "%s in the middle: it says what was done and what not, and ends at once",
  async (signal, code) => {
    let child: ChildProcess | undefined;
    const server = await slowServer(() => child?.kill(signal));
    write(folder, {
      "set.json": ["a1", "a2", "slow", "z"].map((name) => JSON.stringify(named(name))).join("\n"),
      "kubeconfig.json": kubeconfig(server),
    });
    const words = ["apply", "-f", "set.json", "--kubeconfig", "kubeconfig.json", "--concurrency", "1"];
    child = spawn(process.execPath, [MAIN, ...words], {
      cwd: folder,
      env: { ...process.env, NO_COLOR: "1" },
    });
    const { stdout, stderr } = child;
    if (stdout === null || stderr === null) throw new Error("no pipes");
    const [out, err, [ended]] = await Promise.all([text(stdout), text(stderr), once(child, "close")]);
    expect([ended, err]).toEqual([code, ""]);
    expect(out).toBe(`default/a1    ConfigMap (v1)  created    exact  rules/core/ConfigMap.json:6
default/a2    ConfigMap (v1)  created    exact  rules/core/ConfigMap.json:6
default/slow  ConfigMap (v1)  UNKNOWN    interrupted while it was written: it may have been stored
default/z     ConfigMap (v1)  NOT DONE   interrupted
4 objects: 2 created, 1 not done, 1 unknown   (interrupted)
`);
  },
);
