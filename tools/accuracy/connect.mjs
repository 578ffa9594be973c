// @ts-check
// The server to ask: a given one, or one started for this.
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { createClient, startCluster } from "../cluster/index.mjs";

/** @typedef {ReturnType<typeof import("./options.mjs").readOptions>} Options */

/**
 * @param {Options} options
 * @param {(text: string) => void} onProgress
 * @returns {Promise<{ client: import("./types.js").Client, version: string, stop(): Promise<void> }>}
 */
export async function connect(options, onProgress) {
  const given = connectionOf(options);
  if (given === undefined) {
    const { version, "service-accounts": serviceAccounts } = options;
    return startCluster({ version, serviceAccounts, onProgress });
  }
  const client = /** @type {import("./types.js").Client} */ (createClient(given));
  const { body } = await client.request("GET", "/version");
  return { client, version: String(body.gitVersion).replace(/^v/, ""), stop: async () => client.close() };
}

/** @param {Options} options @returns {import("../cluster/types.js").Connection | undefined} */
function connectionOf({ kubeconfig, server, ca, "token-file": tokenFile }) {
  if (kubeconfig !== undefined) return fromKubeconfig(kubeconfig);
  if (server === undefined) return undefined;
  if (ca === undefined || tokenFile === undefined) throw new Error("--server needs --ca and --token-file");
  return { server, ca: readFileSync(ca, "utf8"), token: readFileSync(tokenFile, "utf8").trim() };
}

/** @param {string} file @returns {import("../cluster/types.js").Connection} */
function fromKubeconfig(file) {
  const config = parse(readFileSync(file, "utf8"));
  const named = (/** @type {string} */ list, /** @type {string} */ name) =>
    config[list]?.find((/** @type {{ name: string }} */ each) => each.name === name);
  const { context } = named("contexts", config["current-context"]) ?? {};
  const { cluster } = named("clusters", context?.cluster) ?? {};
  const { user } = named("users", context?.user) ?? {};
  const ca = cluster?.["certificate-authority-data"];
  if (!cluster?.server || !ca || !user?.token)
    throw new Error(`${file}: its current context has no server, certificate-authority-data and token`);
  return { server: cluster.server, ca: Buffer.from(ca, "base64").toString(), token: user.token };
}
