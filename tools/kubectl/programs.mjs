// @ts-check
// The calls that are compared, and what they say.
import { fileURLToPath } from "node:url";
import { MANAGER } from "./manifests.mjs";

/** @typedef {import("./measure.mjs").Program} Program @typedef {import("./measure.mjs").Measured} Measured */

const CHURNGATE = [process.execPath, fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url))];
const SAME = ["--mode", "apply", "--field-manager", MANAGER];

/** What is there to look at before something is written. @param {string} kubectl @param {string} path @returns {Program[]} */
export function looks(kubectl, path) {
  return [
    { name: "churngate explain", command: [...CHURNGATE, "explain", ...SAME, "-f", path], says: explained },
    { name: "kubectl diff", command: [kubectl, "diff", "-f", path], says: differences },
    {
      name: "kubectl diff --server-side",
      command: [kubectl, "diff", "--server-side", "-f", path],
      says: differences,
    },
  ];
}

/** @param {string} kubectl @param {string} path @returns {Program[]} */
export function writes(kubectl, path) {
  return [
    { name: "churngate apply", command: [...CHURNGATE, "apply", ...SAME, "-f", path], says: lastLine },
    {
      name: "kubectl apply --server-side",
      command: [kubectl, "apply", "--server-side", "-f", path],
      says: applied,
    },
  ];
}

/** @param {Measured} run */
function explained(run) {
  const { code, out } = run;
  if (code > 1) return firstLine(run.err);
  const changed = out.match(/^ {2}[-+~!] /gm)?.length ?? 0;
  return changed === 0 ? lastLine(run) : `${counted(changed, "change")}; ${lastLine(run)}`;
}

/** The lines that differ, and how many objects they are of. @param {Measured} run */
function differences({ code, out, err }) {
  if (code > 1) return firstLine(err);
  const lines = out.match(/^(?:-(?!-- )|\+(?!\+\+ ))/gm)?.length ?? 0;
  const own = out.match(/^[-+] {2}generation: /gm)?.length ?? 0;
  if (lines === 0) return "nothing";
  const objects = counted(out.match(/^diff -u/gm)?.length ?? 0, "object");
  return `${counted(lines, "line")}${own === 0 ? "" : `, ${own} of them generation`}; ${objects}`;
}

/** @param {Measured} run */
function applied({ code, out, err }) {
  return code === 0
    ? `${counted(out.trimEnd().split("\n").length, "object")} serverside-applied`
    : firstLine(err);
}

/** @param {Measured} run */
function lastLine({ out, err }) {
  return out.trimEnd().split("\n").at(-1) || firstLine(err);
}

/** @param {string} text */
const firstLine = (text) => text.split("\n")[0] ?? "";

/** @param {number} count @param {string} what */
const counted = (count, what) => `${count} ${what}${count === 1 ? "" : "s"}`;
