import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parse } from "yaml";
import { createClient } from "../../tools/cluster/client.mjs";
import { clusterTest } from "./helper.js";

const MAIN = fileURLToPath(new URL("../../tools/cluster/main.mjs", import.meta.url));

let scratch: string;
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), "churngate-command-"));
});
afterEach(async () => {
  await cluster("stop");
  rmSync(scratch, { recursive: true });
});

/** Runs the command, as a user who has no other cluster. */
async function cluster(...words: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = { ...process.env, XDG_RUNTIME_DIR: scratch };
  try {
    return { code: 0, ...(await promisify(execFile)(process.execPath, [MAIN, ...words], { env })) };
  } catch (error) {
    return error as { code: number; stdout: string; stderr: string };
  }
}

/** A client of what a kubeconfig names. */
function clientOf(kubeconfig: string) {
  const { clusters, users } = parse(readFileSync(kubeconfig, "utf8"));
  const { server, "certificate-authority-data": ca } = clusters[0].cluster;
  return createClient({ server, ca: Buffer.from(ca, "base64").toString(), token: users[0].user.token });
}

clusterTest("starts a cluster that stays, says so, and stops it", async () => {
  const started = await cluster();
  expect(started).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Kubernetes \d+\.\d+\.\d+ at /) });
  const kubeconfig = started.stdout.match(/KUBECONFIG=(.*)/)?.[1] ?? "";
  const client = clientOf(kubeconfig);
  expect((await client.request("GET", "/api/v1/namespaces")).code).toBe(200);
  expect(await cluster("status")).toMatchObject({ code: 0, stdout: expect.stringContaining(kubeconfig) });

  const [state] = readdirSync(join(scratch, "churngate")).map((name) => join(scratch, "churngate", name));
  expect(statSync(String(state)).mode & 0o777).toBe(0o600);

  const again = await cluster("start");
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining(kubeconfig) });
  expect(again.stdout).toContain(`It runs already, started from ${process.cwd()}`);
  const other = await cluster("start", "--service-accounts");
  expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining("npm run cluster -- stop") });

  expect(await cluster("stop")).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Stopped /) });
  expect(existsSync(dirname(kubeconfig))).toBe(false);
  client.close();
  await expect(client.request("GET", "/readyz")).rejects.toThrow("ECONNREFUSED");
  expect(readdirSync(join(scratch, "churngate"))).toEqual([]);
  expect(await cluster("status")).toMatchObject({ code: 1, stdout: "None is running.\n" });
});

clusterTest("writes the kubeconfig to a file that is new, and takes it away again", async () => {
  const file = join(scratch, "kubeconfig");
  const started = await cluster("start", "--kubeconfig", file);
  expect(started.stdout).toContain(`KUBECONFIG=${file}\n`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect((await clientOf(file).request("GET", "/readyz")).code).toBe(200);
  await cluster("stop");
  expect(existsSync(file)).toBe(false);
});

clusterTest("writes the kubeconfig of one that runs to further files, and takes them away too", async () => {
  await cluster();
  const files = ["first", "second", "second"].map((name) => join(scratch, name));
  for (const file of files) {
    const said = await cluster("start", "--kubeconfig", file);
    expect(said).toMatchObject({ code: 0, stdout: expect.stringContaining(`KUBECONFIG=${file}\n`) });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  }
  expect(await cluster("start", "--kubeconfig", MAIN)).toMatchObject({ code: 2 });
  await cluster("stop");
  expect(files.filter((file) => existsSync(file))).toEqual([]);
});

clusterTest("overwrites no file", async () => {
  const refused = await cluster("start", "--kubeconfig", MAIN);
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining(MAIN) });
  expect((await cluster("status")).code).toBe(1);
});

test("refuses what it does not know", async () => {
  expect(await cluster("begin")).toMatchObject({ code: 2, stderr: expect.stringContaining("begin") });
  expect(await cluster("--fast")).toMatchObject({ code: 2, stderr: expect.stringContaining("--fast") });
  expect(await cluster("start", "--version", "1.2.3")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("1.2.3 is not one of"),
  });
});
