import type { Finding } from "../../adapter/churn/index.js";
import { type Layout, type Palette, printable, wrapLine } from "../../prose/index.js";
import { fixText } from "./fix-text.js";
import { amount, counted } from "./numbers.js";

const PATHS = 5;
const WORST = 3;

/** What a fault is, as it is shown first. */
const WHAT: Readonly<Record<Finding["what"], readonly [word: string, text: string]>> = {
  "writes-nothing": ["NO-OPS", "writes that changed nothing"],
  "moves-nothing": ["MOVES", "writes that moved the object and changed nothing"],
  flips: ["FLIPS", "writes that put back what another had taken away"],
  "times-only": ["TIMES", "writes of time stamps alone"],
  respells: ["RESPELLS", "writes of another spelling of the same"],
};

/** A finding: who, what, where, how often, and what to do. */
export function findingLines(
  finding: Finding,
  { color, layout }: { readonly color: Palette; readonly layout: Layout | undefined },
): string[] {
  const { what, managers, userAgents = [], apiVersion, kind, objects, writes, perMinute } = finding;
  const [word, text] = WHAT[what];
  const who = managers.join(", ");
  const times = `${amount(writes)} ${text}, ${amount(perMinute)} a minute, on ${counted(objects, "object")}`;
  const head = `${color.red(word)}  ${color.bold(printable(who))}  ${printable(`${kind} (${apiVersion})`)}: ${times}`;
  const below = (line: string): string[] => wrapLine(`  ${line}`, layout, 4);
  return [
    ...wrapLine(head, layout, 4),
    ...userAgents.flatMap((agent) => below(`user agent: ${printable(agent)}`)),
    ...below(`worst: ${worstText(finding)}`),
    ...finding.paths.slice(0, PATHS).flatMap((path) => below(pathText(path))),
    ...below(`fix: ${fixText(finding)}`),
  ];
}

function worstText({ worst, objects }: Finding): string {
  const names = worst
    .slice(0, WORST)
    .map(({ namespace, name, writes }) =>
      printable(`${namespace === undefined ? name : `${namespace}/${name}`} ${amount(writes)}`),
    );
  return names.join(", ") + (objects > names.length ? ", ..." : "");
}

function pathText({ path, writes, values = [] }: Finding["paths"][number]): string {
  const shown = values.map((value) => (value === null ? "absent" : JSON.stringify(value))).join(" | ");
  return printable(`${path}  ${amount(writes)}${shown === "" ? "" : `  ${shown}`}`);
}
