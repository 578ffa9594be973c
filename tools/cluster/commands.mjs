// @ts-check
import { constants, copyFileSync, existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureBinaries } from "./build.mjs";
import { end, isRunning } from "./end.mjs";
import { startCluster } from "./start.mjs";
import { readState, removeState, replaceState, writeState } from "./state.mjs";

/**
 * @typedef {import("./state.mjs").State} State
 * @typedef {{ version: string | undefined, serviceAccounts: boolean, kubeconfig: string | undefined, audit: string | undefined }} Flags
 * @typedef {(text: string) => void} Say
 */

const CLONE = resolve(fileURLToPath(import.meta.url), "../../..");

/** @param {State} state */
function description({ version, serviceAccounts, server }) {
  return `Kubernetes ${version} at ${server}${serviceAccounts ? ", with service accounts" : ""}`;
}

/** @param {State} state @param {string} [kubeconfig] */
function howTo(state, kubeconfig = state.kubeconfig) {
  return `${description(state)}

    export KUBECONFIG=${kubeconfig}
    kubectl get namespaces

npm run cluster -- stop    ends it`;
}

/** Ends what a state tells of, and removes what it wrote. @param {State} state */
async function remove(state) {
  await end(state);
  for (const file of [state.kubeconfig, ...(state.copies ?? [])]) {
    try {
      if (readFileSync(file, "utf8").includes(state.server)) rmSync(file);
    } catch {} // It stood in the folder, or is gone already.
  }
  removeState();
}

/** @param {State} state @param {Flags} flags */
function isAsAsked(state, { version, serviceAccounts }) {
  return (version === undefined || version === state.version) && serviceAccounts === state.serviceAccounts;
}

/** @param {string} path */
function refuseExisting(path) {
  if (existsSync(path)) throw new Error(`${path} is there already, and is not overwritten`);
}

/** The kubeconfig of a cluster that runs, also in a file that is asked for now. @param {State} state @param {string} [asked] */
function kubeconfigFor(state, asked) {
  const { kubeconfig, copies = [], folder } = state;
  const path = asked === undefined ? kubeconfig : resolve(asked);
  const isOurs = [kubeconfig, ...copies].includes(path);
  if (isOurs && existsSync(path)) return path;
  refuseExisting(path);
  copyFileSync(join(folder, "kubeconfig"), path, constants.COPYFILE_EXCL);
  if (!isOurs) replaceState({ ...state, copies: [...copies, path] });
  return path;
}

/** @param {State} state @param {Flags} flags */
function again(state, { kubeconfig }) {
  const path = kubeconfigFor(state, kubeconfig);
  return `It runs already, started from ${state.clone}: ${howTo(state, path)}`;
}

/** @param {string} asked a file, or a folder that is there */
function auditFlags(asked) {
  const path = resolve(asked);
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return [
    `--audit-policy-file=${join(CLONE, "docs/audit-policy.yaml")}`,
    `--audit-log-path=${isFolder ? join(path, "audit.log") : path}`,
  ];
}

/** @param {Flags} flags @param {Say} onProgress */
async function launch({ version, serviceAccounts, kubeconfig, audit }, onProgress) {
  if (kubeconfig !== undefined) refuseExisting(kubeconfig);
  const apiServerFlags = audit === undefined ? [] : auditFlags(audit);
  const cluster = await startCluster({ version, serviceAccounts, keep: true, apiServerFlags, onProgress });
  try {
    const path = kubeconfig === undefined ? cluster.kubeconfig : resolve(kubeconfig);
    if (kubeconfig !== undefined) copyFileSync(cluster.kubeconfig, path, constants.COPYFILE_EXCL);
    const { server, folder, pid } = cluster;
    const { version: is } = cluster;
    const state = { version: is, serviceAccounts, server, folder, pid, kubeconfig: path, clone: CLONE };
    writeState(state);
    return state;
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

/** @param {Flags} flags @param {Say} onProgress @returns {Promise<{ said: string, code: number }>} */
export async function start(flags, onProgress) {
  const before = readState();
  if (before !== undefined) {
    if (!isRunning(before)) await remove(before);
    else if (flags.audit !== undefined)
      throw new Error("One runs already, and logs as it was started: npm run cluster -- stop");
    else if (isAsAsked(before, flags)) return { said: again(before, flags), code: 0 };
    else
      throw new Error(
        `Another runs already, ${description(before)}, started from ${before.clone}: npm run cluster -- stop`,
      );
  }
  return { said: howTo(await launch(flags, onProgress)), code: 0 };
}

/** @returns {Promise<{ said: string, code: number }>} */
export async function stop() {
  const state = readState();
  if (state === undefined) return { said: "None is running.", code: 0 };
  await remove(state);
  return { said: `Stopped ${description(state)}.`, code: 0 };
}

/** @returns {Promise<{ said: string, code: number }>} */
export async function status() {
  const state = readState();
  if (state === undefined) return { said: "None is running.", code: 1 };
  if (isRunning(state)) return { said: howTo(state), code: 0 };
  return { said: `It has ended; its logs are in ${state.folder}, until npm run cluster -- stop.`, code: 1 };
}

/** @param {Flags} flags @param {Say} onProgress @returns {Promise<{ said: string, code: number }>} */
export async function build({ version }, onProgress) {
  return { said: await ensureBinaries(version, onProgress), code: 0 };
}
