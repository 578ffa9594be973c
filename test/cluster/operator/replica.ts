import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { vi } from "vitest";
import { freePort } from "../../../tools/cluster/servers.mjs";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

export const MAIN = fileURLToPath(new URL("../../../examples/operator/dist/main.js", import.meta.url));

/** What README tells a reader to do. */
export async function buildOperator(): Promise<void> {
  await promisify(execFile)("npm", ["run", "--silent", "build:operator"], { cwd: ROOT });
}

/** A process of the example operator. */
export class Replica {
  private constructor(
    private readonly process: ChildProcess,
    private readonly port: number,
    private readonly said: readonly string[],
  ) {}

  static async start(kubeconfig: string, ...flags: readonly string[]): Promise<Replica> {
    const port = await freePort();
    const args = [MAIN, "--metrics-port", String(port), ...flags];
    const env = { ...process.env, KUBECONFIG: kubeconfig };
    const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ["ignore", "ignore", "pipe"] });
    const said: string[] = [];
    child.stderr.on("data", (text) => said.push(String(text)));
    const replica = new Replica(child, port, said);
    await until(() => replica.metric("cache_operator_leader"));
    return replica;
  }

  /** The sum of a metric over its labels, or over those that hold this text. */
  async metric(name: string, labels = ""): Promise<number> {
    if (this.process.exitCode !== null) throw new Error(`the operator has ended:\n${this.said.join("")}`);
    const text = await (await fetch(`http://127.0.0.1:${this.port}/metrics`)).text();
    return text
      .split("\n")
      .filter(
        (line) => line.startsWith(name) && /[ {]/.test(line[name.length] ?? "") && line.includes(labels),
      )
      .reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
  }

  /** What it has logged, without the times. */
  get lines(): readonly string[] {
    return this.said
      .join("")
      .split("\n")
      .map((line) => line.slice(line.indexOf(" ") + 1));
  }

  async untilLeads(): Promise<void> {
    await until(async () => {
      if ((await this.metric("cache_operator_leader")) !== 1) throw new Error("it does not lead");
    });
  }

  /** Waits for a number of further passes over instances, whatever started them. */
  async passes(further: number): Promise<void> {
    const before = await this.metric("cache_operator_reconciles_total");
    await until(async () => {
      const now = await this.metric("cache_operator_reconciles_total");
      if (now < before + further) throw new Error(`${now - before} passes`);
    });
  }

  /** Ends it: its exit code. */
  end(signal: NodeJS.Signals): Promise<number | null> {
    this.process.kill(signal);
    return this.ended();
  }

  /** Waits for its end: its exit code. */
  async ended(): Promise<number | null> {
    if (this.process.exitCode === null && this.process.signalCode === null) await once(this.process, "exit");
    return this.process.exitCode;
  }
}

/** Tries until it does not throw. */
export function until<T>(what: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(what, { timeout: 60_000, interval: 50 });
}
