// @ts-check
// How fast audit reads a log, and whether it counts what a simple counter counts: npm run bench:audit [-- --size 1GiB --level Metadata]
// Exit: 0, 1 the counts differ or it is slower or larger than it may be, 2 error.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { isDeepStrictEqual, parseArgs } from "node:util";
import { countLog } from "./audit-count.mjs";
import { AuditLog } from "./audit-log.mjs";

/** MB of log in a second of CPU, and MB of memory. */
const LEAST_SPEED = 100;
const MOST_MEMORY = 200;

const UNITS = { "": 1, MiB: 2 ** 20, GiB: 2 ** 30, MB: 1e6, GB: 1e9 };

/** @param {string} size */
function bytesOf(size) {
  const [, count = "", unit = ""] = /^([\d.]+)(MiB|GiB|MB|GB|)$/.exec(size) ?? [];
  const bytes = Number(count) * UNITS[/** @type {keyof typeof UNITS} */ (unit)];
  if (count === "" || !(bytes > 0)) throw new Error(`--size ${size}: such as 1GiB or 200MB`);
  return bytes;
}

/** @param {string} path @param {number} bytes @param {string | undefined} level @param {number} reads */
async function write(path, bytes, level, reads) {
  const stream = createWriteStream(path);
  let written = 0;
  for (const chunk of new AuditLog({ level, reads, bad: true }).chunks(bytes)) {
    written += chunk.length;
    if (!stream.write(chunk)) await once(stream, "drain");
  }
  stream.end();
  await once(stream, "finish");
  return written;
}

const PROGRAM = `
  import { writeSync } from "node:fs";
  process.on("exit", () => {
    const { user, system } = process.cpuUsage();
    writeSync(3, JSON.stringify({ cpu: (user + system) / 1e6, rss: process.resourceUsage().maxRSS * 1024 }));
  });
`;

/** One run of the command line, with what it cost. @param {string} path */
async function audit(path) {
  const main = new URL("../../dist/cli/main.js", import.meta.url).pathname;
  const meter = `data:text/javascript,${encodeURIComponent(PROGRAM)}`;
  const child = spawn(process.execPath, ["--import", meter, main, "audit", path, "-o", "json"], {
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  const [out, error, cost] = await Promise.all([
    text(/** @type {import("node:stream").Readable} */ (child.stdout)),
    text(/** @type {import("node:stream").Readable} */ (child.stderr)),
    text(/** @type {import("node:stream").Readable} */ (child.stdio[3])),
  ]);
  if (child.exitCode === 2 || cost === "") throw new Error(error);
  return { document: JSON.parse(out), .../** @type {{ cpu: number, rss: number }} */ (JSON.parse(cost)) };
}

/** @param {any} document the same counts as countLog's */
function countsOf({ lines, requests, levels, writers }) {
  const { reads, writes, dryRuns, refused, calls } = requests;
  /** @type {Record<string, number>} */
  const byManager = {};
  let noops = 0;
  for (const writer of writers) {
    byManager[writer.manager] = (byManager[writer.manager] ?? 0) + writer.writes;
    if (writer.manager !== "") noops += writer.noops.apply + writer.noops.update + writer.noops.patch;
  }
  const { read, bad, skipped } = lines;
  return { read, bad, skipped, reads, writes, dryRuns, refused, calls, noops, levels, writers: byManager };
}

async function main() {
  const { values } = parseArgs({
    options: {
      size: { type: "string", default: "256MiB" },
      level: { type: "string" },
      reads: { type: "string", default: "4" },
    },
  });
  const folder = mkdtempSync(join(tmpdir(), "churngate-audit-"));
  try {
    const path = join(folder, "audit.log");
    const bytes = await write(path, bytesOf(values.size), values.level, Number(values.reads));
    const { document, cpu, rss } = await audit(path);
    const speed = bytes / 1e6 / cpu;
    console.log(
      `${(bytes / 1e6).toFixed(0)} MB at ${values.level ?? "all levels"}, ${values.reads} reads a write: ${cpu.toFixed(1)} s of CPU, ${speed.toFixed(0)} MB/s a core, ${(rss / 1e6).toFixed(0)} MB of memory`,
    );
    const [counted, simple] = [countsOf(document), await countLog(path)];
    // PUTs at other levels are found to be no-ops too, by the next one: the simple counter knows nothing of that.
    const isSame =
      values.level === "RequestResponse"
        ? isDeepStrictEqual(counted, simple)
        : isDeepStrictEqual({ ...counted, noops: 0 }, { ...simple, noops: 0 }) &&
          counted.noops >= simple.noops;
    console.log(
      isSame ? "counts are those of a simple counter" : "counts differ from those of a simple counter:",
    );
    if (!isSame) console.log(counted, simple);
    return isSame && speed >= LEAST_SPEED && rss <= MOST_MEMORY * 1e6 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
