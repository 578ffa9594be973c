import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildOperator, MAIN } from "./replica.js";

const scratch = mkdtempSync(join(tmpdir(), "churngate-call-"));
const taken = createServer();
let port: string;

beforeAll(async () => {
  await buildOperator();
  taken.listen(0);
  await once(taken, "listening");
  const address = taken.address();
  port = String(typeof address === "object" ? address?.port : "");
});

afterAll(() => {
  taken.close();
  rmSync(scratch, { recursive: true });
});

/** Runs the operator until it ends; by default without any kubeconfig. */
function run(words: readonly string[], kubeconfig = ""): Promise<{ code: number; out: string; err: string }> {
  const { KUBERNETES_SERVICE_HOST: _, ...env } = process.env;
  const home = { HOME: scratch, USERPROFILE: scratch };
  // One that does not end by itself is not left behind.
  const options = { env: { ...env, ...home, KUBECONFIG: kubeconfig }, timeout: 60_000 };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [MAIN, ...words], options, (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}

/** A kubeconfig of a server that nobody asks anything. */
function kubeconfig(name: string, current: string): string {
  const file = join(scratch, name);
  const clusters = [{ name: "c", cluster: { server: "https://127.0.0.1:1" } }];
  const contexts = [{ name: "c", context: { cluster: "c", user: "u" } }];
  const users = [{ name: "u", user: {} }];
  writeFileSync(file, JSON.stringify({ "current-context": current, clusters, contexts, users }));
  return file;
}

test("without a kubeconfig, says so in one line and ends", async () => {
  const said = "error: no kubeconfig: export KUBECONFIG in this terminal (npm run cluster prints it)\n";
  expect(await run([])).toEqual({ code: 2, out: "", err: said });
});

test("a kubeconfig that is not there, or chooses no cluster, is said so", async () => {
  const missing = join(scratch, "missing");
  expect(await run([], missing)).toMatchObject({ code: 2, err: expect.stringContaining(missing) });
  const said = "error: the kubeconfig's current context names no cluster\n";
  expect(await run([], kubeconfig("other", "other"))).toMatchObject({ code: 2, err: said });
});

test("a port that is taken is said so", async () => {
  const { code, err } = await run(["--metrics-port", port], kubeconfig("c", "c"));
  const said = `error: port ${port} cannot be had (EADDRINUSE): choose another by --metrics-port\n`;
  expect([code, err]).toEqual([2, said]);
});

test.each([
  [["--fast"], "Unknown option '--fast'"],
  [["--metrics-port", "x"], "--metrics-port x: not a whole number from 0 to 65535"],
  [["--lease-seconds", "0"], "--lease-seconds 0: not a whole number from 1 to 3600"],
  [["--resync-seconds", "1.5"], "--resync-seconds 1.5: not a whole number from 1 to 2000000"],
])("%j is refused", async (words, said) => {
  const { code, out, err } = await run(words);
  expect([code, out, err.split("\n").length]).toEqual([2, "", 2]);
  expect(err).toContain(`error: ${said}`);
});

test("--help lists the flags", async () => {
  const { code, out, err } = await run(["--help"]);
  expect([code, err]).toEqual([0, ""]);
  for (const flag of ["--metrics-port", "--lease-namespace", "--lease-seconds", "--resync-seconds"])
    expect(out).toContain(flag);
});
