// @ts-check
// explain beside kubectl diff, one object at a time.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { interleaved } from "./measure.mjs";
import { looks } from "./programs.mjs";

const KINDS = ["Deployment", "StatefulSet", "Service"];

/** @typedef {{ kind: string, state: string, figures: import("./measure.mjs").Figures[] }} Single */

/**
 * @param {import("./measure.mjs").Bench} bench @param {string} kubectl
 * @param {readonly import("./manifests.mjs").Manifest[]} applied @param {number} runs @param {(text: string) => void} say
 * @returns {Promise<Single[]>}
 */
export async function single(bench, kubectl, applied, runs, say) {
  const files = join(bench.folder, "single");
  mkdirSync(files);
  /** @type {Single[]} */
  const rows = [];
  for (const kind of KINDS) {
    const desired = applied.find((each) => each.desired.kind === kind)?.desired;
    if (desired === undefined) continue;
    const states = { unchanged: desired, "one change": changed(desired) };
    for (const [state, object] of Object.entries(states)) {
      const file = join(files, `${kind}-${state}.yaml`);
      writeFileSync(file, stringify(object));
      const figures = await interleaved(bench, looks(kubectl, file), runs, (turn) =>
        say(`${kind}, ${state}: ${turn} of ${runs}`),
      );
      rows.push({ kind, state, figures });
    }
  }
  return rows;
}

/** A copy with another image, or another port. @param {any} desired */
function changed(desired) {
  const copy = structuredClone(desired);
  const { ports, template } = copy.spec;
  if (template === undefined) ports[0].port += 1000;
  else template.spec.containers[0].image += "-changed";
  return copy;
}
