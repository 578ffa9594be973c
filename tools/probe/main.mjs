// @ts-check
// Finds what an update may not change, field by field, by asking an API server: npm run probe [-- KIND...]
// Exit: 0, 1 with --check where a server says other than what is kept or takes no seed, 2 error.
import { parseArgs } from "node:util";
import { progress } from "../cluster/progress.mjs";
import {
  differences,
  differencesByName,
  readKept,
  readUnions,
  readUnique,
  writeKept,
  writeUnions,
  writeUnique,
} from "./kept-facts.mjs";
import { chosen } from "./kinds.mjs";
import { probeOnServers } from "./run.mjs";
import { seededKinds } from "./seeds.mjs";

const USAGE = `Usage: npm run probe [-- KIND...]
  KIND         Pod, apps/Deployment: those with seeds in tools/probe/seeds (all, the unions of types, and what the items of lists may not share)
  --check      keeps nothing, and says where the server differs from what is kept
  --version V  of Kubernetes`;

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      check: { type: "boolean", default: false },
      version: { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const all = seededKinds();
  const wanted = chosen(all, positionals);
  const shown = progress();
  try {
    const found = await probeOnServers(wanted, values.version, shown.say);
    shown.end();
    const whole = wanted.length === all.length;
    for (const { group, kind } of found.unserved)
      console.log(`${group}/${kind}: not served by ${found.version}`);
    for (const { group, kind, why } of found.failed) console.log(`${group}/${kind}: not asked: ${why}`);
    return values.check ? compare(found, whole) : keep(found, whole);
  } finally {
    shown.end();
  }
}

/** @param {import("./run.mjs").Found} found @param {boolean} whole */
function compare({ version, kinds, failed, unions, unique }, whole) {
  const lines = kinds.flatMap(({ group, kind, kept }) =>
    differences(readKept(group, kind), kept).map((line) => `${group}/${kind}: ${line}`),
  );
  if (whole)
    lines.push(...differencesByName(readUnions(), unions), ...differencesByName(readUnique(), unique));
  for (const line of lines) console.log(line);
  console.log(`${lines.length} differences between Kubernetes ${version} and what is kept`);
  return lines.length > 0 || failed.length > 0 ? 1 : 0;
}

/** @param {import("./run.mjs").Found} found @param {boolean} whole */
function keep({ version, kinds, failed, unions, unique }, whole) {
  for (const { group, kind, kept } of kinds) writeKept(group, kind, kept, version);
  if (whole && failed.length === 0) {
    writeUnions(unions, version);
    writeUnique(unique, version);
  }
  console.log(
    `kept what Kubernetes ${version} says of ${kinds.length} kinds; npm run facts puts it into the facts`,
  );
  return failed.length > 0 ? 2 : 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
