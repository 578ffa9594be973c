import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, inject, test } from "vitest";
import { node, write } from "./helper.js";
import { kubeconfig, named, slowServer } from "./slow-server.js";

const { folder } = inject("installed");
const MAIN = join("node_modules", "churngate", "dist/cli/main.js");

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

test.skipIf(process.platform === "win32").each([["SIGINT"], ["SIGTERM"], ["SIGHUP"]] as const)(
  "%s in the middle: it says what was done and what not, and ends at once",
  async (signal) => {
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
    const [out, err, [code, by]] = await Promise.all([text(stdout), text(stderr), once(child, "close")]);
    // Killed by the signal, as a shell's loop has to see it.
    expect([code, by, err]).toEqual([null, signal, ""]);
    expect(out).toBe(`default/a1    ConfigMap (v1)  created    exact  rules/core/ConfigMap.json:6
default/a2    ConfigMap (v1)  created    exact  rules/core/ConfigMap.json:6
default/slow  ConfigMap (v1)  UNKNOWN    interrupted while it was written: it may have been stored
default/z     ConfigMap (v1)  NOT DONE   interrupted
4 objects: 2 created, 1 not done, 1 unknown   (interrupted)
`);
  },
);
