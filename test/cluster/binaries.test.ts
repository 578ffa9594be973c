import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clusterAvailable, findBinaries } from "../../tools/cluster/binaries.mjs";
import { startCluster } from "../../tools/cluster/start.mjs";
import { NEWEST } from "../../tools/cluster/versions.mjs";

const MAIN = fileURLToPath(new URL("../../tools/cluster/main.mjs", import.meta.url));

/** A machine on which nothing was built, with a folder for programs and nothing else to run but the shell's. */
let scratch: string;
let programs: string;
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), "churngate-binaries-"));
  programs = join(scratch, "programs");
  mkdirSync(programs);
  vi.stubEnv("KUBEBUILDER_ASSETS", "");
  vi.stubEnv("CHURNGATE_CACHE", join(scratch, "cache"));
  vi.stubEnv("TMPDIR", join(scratch, "tmp"));
  mkdirSync(join(scratch, "tmp"));
  vi.stubEnv("PATH", programs);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(scratch, { recursive: true });
});

function addProgram(name: string, script: string): void {
  writeFileSync(join(programs, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(programs, name), 0o755);
}

test("a machine without Go and programs is told what it needs", async () => {
  const why = expect.stringMatching(/neither is Go.*: install it .*, or point KUBEBUILDER_ASSETS to/);
  expect(clusterAvailable()).toEqual({ available: false, why });
  await expect(startCluster()).rejects.toThrow(expect.objectContaining({ message: why }));
});

test("a machine with Go can have a cluster, of the versions that are pinned", () => {
  addProgram("go", "exit 0");
  expect(clusterAvailable()).toEqual({ available: true });
  expect(findBinaries()).toEqual({ toBuild: NEWEST });
  expect(clusterAvailable("1.2.3")).toEqual({ available: false, why: expect.stringContaining(NEWEST) });
});

test("KUBEBUILDER_ASSETS comes first, unless another version was asked for", () => {
  addProgram("kube-apiserver", "echo Kubernetes v1.99.1");
  addProgram("etcd", "exit 0");
  vi.stubEnv("KUBEBUILDER_ASSETS", programs);
  expect(findBinaries()).toEqual({ folder: programs });
  expect(findBinaries("1.99.1")).toEqual({ folder: programs });
  expect(findBinaries(NEWEST)).toEqual({ toBuild: NEWEST });
});

test("KUBEBUILDER_ASSETS without a program is told so", async () => {
  addProgram("kube-apiserver", "exit 0");
  vi.stubEnv("KUBEBUILDER_ASSETS", programs);
  const why = expect.stringMatching(/KUBEBUILDER_ASSETS is .*, which has no etcd/);
  expect(clusterAvailable()).toEqual({ available: false, why });
  await expect(startCluster()).rejects.toThrow(expect.objectContaining({ message: why }));
});

test("a server that ends while it starts shows the end of its log, and leaves no file", async () => {
  addProgram("kube-apiserver", "echo this flag is unknown; exit 1");
  addProgram("etcd", "exec /bin/sleep 60");
  vi.stubEnv("KUBEBUILDER_ASSETS", programs);
  await expect(startCluster()).rejects.toThrow(/ended while it was starting.*this flag is unknown/s);
  expect(readdirSync(join(scratch, "tmp"))).toEqual([]);
});

/** Builds with a program in place of Go, which tells what it was called with. */
async function build(script: string) {
  addProgram("go", `echo "$@" >> ${scratch}/calls\n${script}`);
  const env = { ...process.env, PATH: `${programs}:/usr/bin:/bin` };
  return promisify(execFile)(process.execPath, [MAIN, "build"], { env });
}

const calls = () => readFileSync(join(scratch, "calls"), "utf8").trimEnd().split("\n");
const WRITES_IT = 'while [ "$1" != -o ]; do shift; done; sleep 0.5; cp "$0" "$2"';

test("two builds at once build each program once", async () => {
  const both = await Promise.all([build(WRITES_IT), build(WRITES_IT)]);
  const folder = join(scratch, "cache", `kube-${NEWEST}`);
  expect(both.map(({ stdout }) => stdout)).toEqual([`${folder}\n`, `${folder}\n`]);
  expect(calls().map((call) => call.split(" ").at(-1))).toEqual([
    "k8s.io/kubernetes/cmd/kube-apiserver",
    "go.etcd.io/etcd/server/v3",
  ]);
  expect(readdirSync(folder).sort()).toEqual(["etcd", "kube-apiserver"]);
});

test("the version is stamped into what is built", async () => {
  await build(WRITES_IT);
  const [major, minor] = NEWEST.split(".");
  expect(calls()[0]).toContain("-trimpath");
  for (const stamp of [`gitVersion=v${NEWEST}`, `gitMajor=${major}`, `gitMinor=${minor}`])
    expect(calls()[0]).toContain(`-X k8s.io/component-base/version.${stamp}`);
});

test("a build that fails says what Go said, and leaves nothing", async () => {
  await expect(build("echo no such module >&2; exit 1")).rejects.toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringMatching(/kube-apiserver .* could not be built:\nno such module\n$/),
  });
  expect(readdirSync(join(scratch, "cache"), { recursive: true })).toEqual([`kube-${NEWEST}`]);
});
