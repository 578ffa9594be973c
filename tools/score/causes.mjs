// @ts-check
// Why the gate said so, in a few lines: what to look at where it was wrong.
import { printJson } from "../cluster/json.mjs";

const SHOWN = 6;

/**
 * @param {import("./types.js").Gate} gate
 * @param {{ desired: import("./types.js").KubeObject, live: import("./types.js").KubeObject }} pair
 * @param {string} where the place that was changed, as keys and indexes between slashes
 * @param {import("./types.js").GateOptions} [options]
 * @returns {readonly string[]}
 */
export function causesOf(gate, { desired, live }, where = "", options = undefined) {
  try {
    const decision = gate.explain(desired, live, options);
    if (decision.verdict === "skip") return passedNear(decision, where);
    const stripped = decision.reason.code === "no-managed-fields" ? " (no-managed-fields)" : "";
    const lines = (decision.changes ?? []).map((change) => `${describeChange(change)}${stripped}`);
    if (decision.changes?.length === 0 || !decision.changes) lines.push(reasonText(decision.reason));
    return shorten(lines);
  } catch (error) {
    return [error instanceof Error ? `${error.name}: ${error.message}` : String(error)];
  }
}

/** @param {import("./types.js").Explanation["reason"]} reason */
const reasonText = ({ code, path, paths = [] }) => [code, ...(path === undefined ? paths : [path])].join(" ");

/** @param {import("./types.js").Change} change */
function describeChange({ path, desired, live, reason }) {
  return `${path} ${reason.code}: ${brief(desired)} over ${brief(live)}`;
}

/** The differences passed over at the changed place, or all of them. @param {import("./types.js").Explanation} decision @param {string} where */
function passedNear({ passed, reason }, where) {
  const names = where.split(/[/=+#\s]+/).filter((step) => step !== "" && !/^\d+$/.test(step));
  const near = passed.filter(({ path }) => names.some((name) => lastName(path) === name));
  const lines = (near.length > 0 ? near : passed).map(({ path, by }) => `${path} passed: ${by.code}`);
  return lines.length > 0 ? shorten(lines) : [`nothing differs (${reason.code})`];
}

/** @param {string} path */
function lastName(path) {
  return (
    path
      .replace(/\[[^\]]*\]$/, "")
      .split(".")
      .at(-1) ?? ""
  );
}

/** @param {unknown} value */
function brief(value) {
  const text = value === undefined ? "nothing" : printJson(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** @param {readonly string[]} lines */
function shorten(lines) {
  return lines.length > SHOWN ? [...lines.slice(0, SHOWN), `and ${lines.length - SHOWN} more`] : lines;
}
