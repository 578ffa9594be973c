// @ts-check
// What a fleet costs: npm run bench:scale. Exit: 1 where a bound is exceeded, 2 for a mistake in the call.
import { mkdirSync, writeFileSync } from "node:fs";
import { progress } from "../../../tools/cluster/progress.mjs";
import { exponentBound, growthBound, heldBound, passBound, requestsBound } from "./bounds.mjs";
import { readOptions, USAGE } from "./options.mjs";

const PLOTS = new URL("../../../docs/plots/", import.meta.url);

/** @param {() => ReturnType<typeof readOptions>} read */
function optionsOr(read) {
  try {
    return read();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}

const options = optionsOr(readOptions);
if (options.help) {
  console.log(USAGE);
  process.exit(0);
}
const { fleetText, growthText, operatorText } = await import("./text.mjs");
const { say, end } = progress();
/** @type {boolean[]} */
const holds = [];
/** @type {Record<string, unknown>} */
const results = { format: "bench-scale/1", node: process.version };

/** @param {string} text */
function print(text) {
  end();
  console.log(`${text}\n`);
}

if (options.parts.includes("operator")) {
  const { measureOperator } = await import("./operator.mjs");
  const operator = await measureOperator(say);
  results.operator = operator;
  holds.push(passBound(operator.sweep).holds, requestsBound(operator.requests).holds);
  print(operatorText(operator));
}
if (options.parts.includes("fleet")) {
  const { measureFleet } = await import("./fleet.mjs");
  const fleet = await measureFleet(options, say);
  results.fleet = fleet;
  const [first, last] = [fleet.heaps[0]?.bytes ?? 0, fleet.heaps.at(-1)?.bytes ?? 0];
  holds.push(growthBound(last - first).holds);
  for (const { held } of fleet.modes) holds.push(heldBound(held).holds);
  print(fleetText(fleet));
}
if (options.parts.includes("growth")) {
  const { growths } = await import("./growth.mjs");
  const growth = await growths(say, options);
  results.growth = growth;
  for (const { exponent, parse } of growth) holds.push(exponentBound(exponent, parse).holds);
  print(growthText(growth));
  if (options.plot) {
    const { plotsOf } = await import("./plots.mjs");
    mkdirSync(PLOTS, { recursive: true });
    for (const [name, svg] of plotsOf(growth)) writeFileSync(new URL(name, PLOTS), svg);
  }
}
if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(results, undefined, 2)}\n`);
process.exitCode = holds.every(Boolean) ? 0 : 1;
