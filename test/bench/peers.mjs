// @ts-check
// What Go controllers compare with: tools/peers, a process that takes its rounds between ours.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { compared } from "./rows.mjs";

const SOURCE = fileURLToPath(new URL("../../tools/peers/", import.meta.url));

/** @typedef {{ typed: boolean, objects: number, equal: number, deepEqual: number, deepDerivative: number, marshalHash: number }} Answer */

export const GO_PEERS = /** @type {const} */ ({
  deepEqual: "Go Semantic.DeepEqual",
  deepDerivative: "Go Semantic.DeepDerivative",
  marshalHash: "Go json.Marshal and sha256",
});

/** @returns {string} of Go */
function built(/** @type {string} */ program) {
  const { status, stderr, error } = spawnSync("go", ["build", "-buildvcs=false", "-o", program, "."], {
    cwd: SOURCE,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`--peers: tools/peers cannot be built: ${error?.message ?? stderr}`);
  return spawnSync("go", ["env", "GOVERSION"], { cwd: SOURCE, encoding: "utf8" }).stdout.trim();
}

/** Builds and starts the Go program. `end` has to be called. */
export function startPeers() {
  const folder = mkdtempSync(join(tmpdir(), "churngate-peers-"));
  const program = join(folder, "peers");
  try {
    const go = built(program);
    const child = spawn(program, { stdio: ["pipe", "pipe", "inherit"] });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const write = (/** @type {object} */ line) => child.stdin.write(`${JSON.stringify(line)}\n`);
    return {
      go,
      /** @param {string} kind @param {readonly import("./types.js").Case[]} cases */
      load(kind, cases) {
        for (const { desired, live } of cases) {
          const parsed = JSON.parse(live);
          write({ kind, desired: JSON.parse(desired), live: parsed, same: compared(parsed) });
        }
      },
      /** Nanoseconds an object. @param {string} kind @returns {Promise<Answer>} */
      async round(kind) {
        write({ run: kind });
        const { value, done } = await lines.next();
        if (done) throw new Error("--peers: the Go program ended");
        return JSON.parse(value);
      },
      end() {
        child.stdin.end();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}
