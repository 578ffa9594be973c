import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "vitest";
import { clusterTest } from "../helper.js";
import { buildOperator } from "./replica.js";

const MAIN = fileURLToPath(new URL("../../../tools/fleet/main.mjs", import.meta.url));

/** The cells of a row of the table that starts so: a name, writes, reads, CPU, wall time, passes that followed. */
function row(table: string, name: string): readonly string[] {
  const line = table.split("\n").find((each) => each.startsWith(`| ${name} |`)) ?? "";
  return line
    .split("|")
    .map((cell) => cell.trim())
    .slice(2, -1);
}

clusterTest(
  "a leader killed half-way: another finishes, nothing is written twice, and then nothing at all",
  async () => {
    await buildOperator();
    const args = [MAIN, "--instances", "5", "--kill", "--lease-seconds", "5"];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    expect(stdout).toMatch(/^5 instances, 35 objects; Kubernetes \d/);
    expect(stdout).toContain("created: 0 of 35 objects, with the leader killed half-way");
    // Each object, and the finalizer and the status of each instance.
    expect(row(stdout, "all is created")[0]).toBe("45");
    expect(row(stdout, "again, through the gate").slice(0, 2)).toEqual(["0", "0"]);
    expect(row(stdout, "again, every object by server-side apply")[0]).toBe("45");
    expect(row(stdout, "again, every object by update")[0]).toBe("45");
  },
);
