// @ts-check
// Results as a person reads them.
import { exponentBound, growthBound, heldBound, passBound, requestsBound } from "./bounds.mjs";

/** @param {import("./bounds.mjs").Judged} judged */
const verdict = ({ holds, bound }) => `${holds ? "within" : "EXCEEDS"} the bound of ${bound}`;

/** @param {number} value @param {number} width @param {number} [digits] */
const number = (value, width, digits = 0) => value.toFixed(digits).padStart(width);

/** @param {Awaited<ReturnType<typeof import("./fleet.mjs").measureFleet>>} fleet */
export function fleetText({ objects, mix, templates, callers, parse, heaps, modes }) {
  const shares = Object.entries(mix).map(([kind, share]) => `${share} % ${kind}`);
  const [first] = heaps;
  const lines = [
    `${objects} live objects, each with a desired one of its own; processor time, medians`,
    `made of ${templates} objects: ${shares.join(", ")}`,
    `the caller's own: ${number(callers, 0)} bytes an object; JSON.parse of live: ${parse.toFixed(2)} µs`,
    "",
    "            µs an object   of parse   a sweep   held beside",
    ...modes.map(
      ({ mode, time, ratio, sweep, held }) =>
        `  ${mode.padEnd(10)}${number(time, 12, 2)}${number(ratio, 11, 3)}${number(sweep, 7)} ms${number(held, 8)} B    ${verdict(heldBound(held))}`,
    ),
    "",
    "the heap once collected",
    ...heaps.map(({ sweep, bytes }) => {
      const growth = bytes - (first?.bytes ?? bytes);
      return `  after sweep ${String(sweep).padEnd(5)}${number(bytes / 2 ** 20, 8, 1)} MiB${number(growth / 1024, 9, 1)} KiB more    ${verdict(growthBound(growth))}`;
    }),
    "",
    `µs, and bytes allocated, a decision${" ".repeat(4)}${modes.map(({ mode }) => mode.padStart(18)).join("")}`,
  ];
  const kinds = modes[0]?.kinds ?? [];
  for (const [place, { kind }] of kinds.entries()) {
    const cells = modes.map(({ kinds: of }) => {
      const { time = Number.NaN, bytes = Number.NaN } = of[place] ?? {};
      return `${number(time, 9, 2)}${number(bytes, 9)}`;
    });
    lines.push(`  ${kind.padEnd(37)}${cells.join("")}`);
  }
  return lines.join("\n");
}

/** @param {Awaited<ReturnType<typeof import("./operator.mjs").measureOperator>>} operator */
export function operatorText({ objects, first, sweep, parse, requests }) {
  return [
    `one pass of examples/operator over ${objects} objects, nothing to write`,
    `  prepared: ${sweep.toFixed(1)} ms (the first: ${first.toFixed(1)} ms; JSON.parse of live: ${parse.toFixed(1)} ms)    ${verdict(passBound(sweep))}`,
    `  the ensurer, live from a cache: ${requests} requests    ${verdict(requestsBound(requests))}`,
  ].join("\n");
}

/** @param {readonly import("./growth.mjs").Growth[]} growths */
export function growthText(growths) {
  const lines = ["the exponent of the cost in the number of parts, JSON.parse's of the same live beside it"];
  let shape = "";
  for (const { exponent, parse, points, ...of } of growths) {
    if (of.shape !== shape) {
      shape = of.shape;
      lines.push("", `${shape}: ${points.map(({ size }) => size).join(", ")}`);
    }
    const name = `${of.mode.padEnd(8)}${of.strategy.padEnd(11)}${of.outcome.padEnd(23)}${of.verdicts.join("/")}`;
    const largest = points.at(-1)?.time ?? Number.NaN;
    const judged = exponentBound(exponent, parse);
    lines.push(
      `  ${name.padEnd(50)}${number(exponent, 6, 2)}${number(parse, 6, 2)}${number(largest / 1000, 10, 2)} ms${judged.holds ? "" : `    ${verdict(judged)}`}`,
    );
  }
  return lines.join("\n");
}
