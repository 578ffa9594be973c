// @ts-check
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "./client.mjs";

/** The certificate of who signed the server's, which stands after it; undefined until both are written. @param {string} folder */
function authority(folder) {
  try {
    const chain = readFileSync(join(folder, "certificates/apiserver.crt"), "utf8");
    return chain.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n/g)?.[1];
  } catch {
    return undefined;
  }
}

/** Serves it, and has it made the namespace that objects go to? @param {import("./types.d.ts").Client} client */
async function answers({ request }) {
  for (const path of ["/readyz", "/api/v1/namespaces/default"]) {
    const { code } = await request("GET", path).catch(() => ({ code: 0 }));
    if (code !== 200) return false;
  }
  return true;
}

/**
 * Waits until the server is ready.
 * @param {{ folder: string, server: string, token: string, hasEnded: () => boolean, deadline: number }} options `deadline`: in milliseconds from now
 * @returns {Promise<{ ca: string, client: import("./types.d.ts").Client } | undefined>} undefined where the servers ended, or at the deadline
 */
export async function untilReady({ folder, server, token, hasEnded, deadline }) {
  const until = performance.now() + deadline;
  /** @type {{ ca: string, client: import("./types.d.ts").Client } | undefined} */
  let found;
  while (!hasEnded() && performance.now() < until) {
    const ca = found?.ca ?? authority(folder);
    if (ca !== undefined) {
      found ??= { ca, client: createClient({ server, ca, token }) };
      if (await answers(found.client)) return found;
    }
    await sleep(50);
  }
  found?.client.close();
  return undefined;
}
