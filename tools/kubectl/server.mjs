// @ts-check
// What a server does meanwhile: requests by its audit log, processor time by the kernel's account of its threads.
import { closeSync, fstatSync, openSync, readdirSync, readFileSync, readSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

/** @typedef {{ verb: string, requestURI: string, userAgent?: string, objectRef?: { resource?: string, name?: string } }} Noted */

/** Milliseconds in which a server ends what an answered request leaves to do. */
const AFTER = 50;

export class Server {
  /** @type {readonly string[]} */
  #processes;
  #position = 0;
  #idle = 0;

  /** @param {import("../cluster/types.d.ts").Cluster} cluster @param {string} auditLog */
  constructor({ pid }, auditLog) {
    // The API server and etcd.
    this.#processes = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
    this.auditLog = auditLog;
  }

  /** Learns what it takes when nobody asks anything: the least of some seconds, since it tidies up after many writes. */
  async learnIdle() {
    const seconds = [];
    for (let count = 0; count < 8; count++) {
      const before = this.#cpu();
      const began = performance.now();
      await wait(1000);
      seconds.push((this.#cpu() - before) / ((performance.now() - began) / 1000));
    }
    this.#idle = Math.min(...seconds);
  }

  /**
   * @template T
   * @param {() => Promise<T>} work
   * @returns {Promise<{ done: T, cpu: number, requests: readonly Noted[] }>} `cpu`: seconds, less what it takes when idle
   */
  async during(work) {
    this.#newLines();
    const before = this.#cpu();
    const began = performance.now();
    const done = await work();
    await wait(AFTER);
    const cpu = this.#cpu() - before - (this.#idle * (performance.now() - began)) / 1000;
    return { done, cpu: Math.max(0, cpu), requests: this.#newLines().map((line) => JSON.parse(line)) };
  }

  /** Seconds that its threads have run. */
  #cpu() {
    let nanoseconds = 0;
    for (const process of this.#processes) {
      const tasks = `/proc/${process}/task`;
      for (const task of readdirSync(tasks))
        nanoseconds += Number(readFileSync(`${tasks}/${task}/schedstat`, "utf8").split(" ")[0]);
    }
    return nanoseconds / 1e9;
  }

  #newLines() {
    const file = openSync(this.auditLog, "r");
    try {
      const chunk = Buffer.alloc(fstatSync(file).size - this.#position);
      this.#position += readSync(file, chunk, 0, chunk.length, this.#position);
      return chunk
        .toString()
        .split("\n")
        .filter((line) => line !== "");
    } finally {
      closeSync(file);
    }
  }
}
