// @ts-check
import { constants, copyFileSync, existsSync, readFileSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { ensureBinaries } from "./build.mjs";
import { end, isRunning } from "./end.mjs";
import { startCluster } from "./start.mjs";
import { readState, removeState, writeState } from "./state.mjs";

/**
 * @typedef {import("./state.mjs").State} State
 * @typedef {{ version: string | undefined, serviceAccounts: boolean, kubeconfig: string | undefined }} Flags
 * @typedef {(text: string) => void} Say
 */

/** @param {State} state */
function description({ version, serviceAccounts, server }) {
  return `Kubernetes ${version} at ${server}${serviceAccounts ? ", with service accounts" : ""}`;
}

/** @param {State} state */
function howTo(state) {
  return `${description(state)}

    export KUBECONFIG=${state.kubeconfig}
    kubectl get namespaces

npm run cluster -- stop    ends it`;
}

/** Ends what a state tells of, and removes what it wrote. @param {State} state */
async function remove(state) {
  await end(state);
  try {
    if (readFileSync(state.kubeconfig, "utf8").includes(state.server)) rmSync(state.kubeconfig);
  } catch {} // It stood in the folder, or is gone already.
  removeState();
}

/** @param {State} state @param {Flags} flags */
function isAsAsked(state, { version, serviceAccounts, kubeconfig }) {
  return (
    (version === undefined || version === state.version) &&
    serviceAccounts === state.serviceAccounts &&
    (kubeconfig === undefined || resolve(kubeconfig) === state.kubeconfig)
  );
}

/** @param {Flags} flags @param {Say} onProgress */
async function launch({ version, serviceAccounts, kubeconfig }, onProgress) {
  if (kubeconfig !== undefined && existsSync(kubeconfig))
    throw new Error(`${kubeconfig} is there already, and is not overwritten`);
  const cluster = await startCluster({ version, serviceAccounts, keep: true, onProgress });
  try {
    const path = kubeconfig === undefined ? cluster.kubeconfig : resolve(kubeconfig);
    if (kubeconfig !== undefined) copyFileSync(cluster.kubeconfig, path, constants.COPYFILE_EXCL);
    const { server, folder, pid } = cluster;
    const state = { version: cluster.version, serviceAccounts, server, folder, pid, kubeconfig: path };
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
    else if (isAsAsked(before, flags)) return { said: `It runs already: ${howTo(before)}`, code: 0 };
    else throw new Error(`Another runs already, ${description(before)}: npm run cluster -- stop`);
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
