// @ts-check
// How single decisions are spread, by mitata: it makes each one's input outside its timer, but takes one row after the other, by wall time.
import { measure } from "mitata";
import { columns } from "../../tools/score/text.mjs";
import { NAMED, STATES } from "./bounds.mjs";
import { SKIP } from "./rows.mjs";

const NANOSECONDS = 2e8;
/** Inputs are made for so many decisions at once. */
const BATCH = 512;

/** @param {readonly { name: string, rows: readonly import("./types.js").Row<any, any>[] }[]} kinds */
export async function distributions(kinds) {
  const lines = [["microseconds a decision, by mitata", "min", "p50", "p75", "p99"]];
  for (const { name, rows } of kinds.filter((kind) => NAMED.includes(kind.name))) {
    for (const state of STATES) {
      const row = rows.find(({ key }) => key === `${SKIP} ${state}`);
      if (row === undefined) continue;
      const { min, p50, p75, p99 } = await spread(row);
      lines.push([`${name} ${row.key}`, ...[min, p50, p75, p99].map((time) => (time / 1000).toFixed(2))]);
    }
  }
  return columns(lines).join("\n");
}

/** @param {import("./types.js").Row<any, any>} row */
async function spread({ cases, fresh, run }) {
  let index = 0;
  const next = () => fresh(cases[index++ % cases.length]);
  return measure(
    function* () {
      yield { 0: next, bench: (/** @type {unknown} */ input) => run(input) };
    },
    { min_cpu_time: NANOSECONDS, batch_samples: BATCH },
  );
}
