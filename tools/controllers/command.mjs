// @ts-check
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

/** @typedef {import("./types.d.ts").Document} Document */

/** The command as a user has it; it has to be built. */
export class Command {
  #process;
  #words;
  #out = "";
  #err = "";

  /** @param {readonly string[]} words @param {string} kubeconfig */
  constructor(words, kubeconfig) {
    this.#words = words;
    this.#process = spawn(process.execPath, [MAIN, ...words], {
      env: { ...process.env, KUBECONFIG: kubeconfig },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#process.stdout.setEncoding("utf8").on("data", (text) => {
      this.#out += text;
    });
    this.#process.stderr.setEncoding("utf8").on("data", (text) => {
      this.#err += text;
    });
    this.ended = once(this.#process, "close");
  }

  /** Throws where it runs no more. */
  check() {
    if (this.#process.exitCode !== null) throw new Error(`${this} has ended early:\n${this.#err}`);
  }

  /** As Ctrl-C does it. */
  interrupt() {
    this.#process.kill("SIGINT");
  }

  kill() {
    this.#process.kill("SIGKILL");
  }

  /** What it has printed, when it has ended. @returns {Promise<Document>} */
  async document() {
    await this.ended;
    try {
      return JSON.parse(this.#out);
    } catch (cause) {
      throw new Error(
        `${this} ended with ${this.#process.exitCode} and printed no document:\n${this.#err}${this.#out.slice(0, 500)}`,
        { cause },
      );
    }
  }

  toString() {
    return `churngate ${this.#words.join(" ")}`;
  }
}
