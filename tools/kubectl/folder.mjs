// @ts-check
// A folder of manifests again, with nothing to change.
import { join } from "node:path";
import { versionsOf, writeFolder } from "./manifests.mjs";
import { interleaved, once } from "./measure.mjs";
import { looks, writes } from "./programs.mjs";

/** @typedef {import("./measure.mjs").Figures & { moved: number }} Folder `moved`: objects with another resourceVersion after a run; 0 of what only looks */

/**
 * Writes are run as often as asked. What only looks is run twice, of which one counts: kubectl holds back requests, and takes half a minute for hundreds of objects.
 * @param {import("./measure.mjs").Bench} bench @param {string} kubectl
 * @param {{ client: import("../cluster/types.d.ts").Client, applied: readonly import("./manifests.mjs").Manifest[], runs: number, say: (text: string) => void }} options
 * @returns {Promise<Folder[]>}
 */
export async function folder(bench, kubectl, { client, applied, runs, say }) {
  const path = join(bench.folder, "manifests");
  writeFolder(path, applied);
  const writing = writes(kubectl, path);
  const looking = looks(kubectl, path).filter(({ name }) => name !== "kubectl diff");
  const figures = [
    ...(await interleaved(bench, writing, runs, (turn) => say(`the folder: ${turn} of ${runs}`))),
    ...(await interleaved(bench, looking, 1, (turn) => say(`looking at the folder: ${turn} of 1`))),
  ];
  /** @type {Map<string, number>} */
  const moved = new Map();
  for (const { name, command } of writing) {
    say(`what ${name} moves`);
    const before = await versionsOf(client, applied);
    await once(bench, command);
    const after = await versionsOf(client, applied);
    moved.set(name, applied.filter((each) => before.get(each) !== after.get(each)).length);
  }
  return figures.map((each) => ({ ...each, moved: moved.get(each.program) ?? 0 }));
}
