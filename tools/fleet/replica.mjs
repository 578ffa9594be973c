// @ts-check
import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const OPERATOR = fileURLToPath(new URL("operator.mjs", import.meta.url));

/** @typedef {{ leads: boolean, depth: number, passes: number, memory: number }} Stats */

/** A replica of the operator, as a process of its own. */
export class Replica {
  #process;

  /** @param {{ kubeconfig: string, identity: string, leaseSeconds: number, ensurer: "gated" | "apply" | "update" }} options */
  constructor({ kubeconfig, identity, leaseSeconds, ensurer }) {
    this.#process = fork(OPERATOR, [identity, String(leaseSeconds), ensurer], {
      env: { ...process.env, KUBECONFIG: kubeconfig },
      // What it logs shows where it fails only.
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    this.log = "";
    this.#process.stderr?.on("data", (text) => {
      this.log = (this.log + text).slice(-10_000);
    });
  }

  /** @param {"stats" | "again"} [message] @returns {Promise<Stats>} */
  async ask(message = "stats") {
    if (!this.#process.connected) throw new Error(`the operator has ended:\n${this.log}`);
    this.#process.send(message);
    const [answer] = await once(this.#process, "message");
    return answer;
  }

  /** Waits until its counters are so. @param {(stats: Stats) => boolean} met @param {(stats: Stats) => void} [onLook] */
  async until(met, onLook) {
    for (;;) {
      const stats = await this.ask();
      onLook?.(stats);
      if (met(stats)) return stats;
      await wait(50);
    }
  }

  kill() {
    return this.#end("SIGKILL");
  }

  stop() {
    return this.#end("SIGTERM");
  }

  /** @param {"SIGKILL" | "SIGTERM"} signal */
  async #end(signal) {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    this.#process.kill(signal);
    await once(this.#process, "exit");
  }
}
