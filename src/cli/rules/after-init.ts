import { resolve } from "node:path";
import { printable } from "../../prose/index.js";
import type { Flags } from "../flags.js";

interface Begun {
  /** The rule set that was written into, as it was named. */
  readonly out: string;
  /** The rule sets of options and churngate.json, as this process reaches them. */
  readonly rules: readonly string[];
  readonly flags: Flags;
  readonly cwd: string;
}

/** What to do with a rule that was begun: check it above the sets that it was made above, and use it. */
export function afterInit(begun: Begun): string {
  const { out, flags, cwd } = begun;
  const below = (flags.rules ?? []).filter((each) => resolve(cwd, each) !== resolve(cwd, out));
  const more = [
    ...below.map((each) => ` --rules ${printable(each)}`),
    ...(flags.bundled === false ? [" --no-bundled"] : []),
  ].join("");
  const set = printable(out);
  const next = `Next: churngate rules lint ${set}${more}; churngate rules test ${set}${more}\n`;
  return `${next}${useText(begun, [...below, out])}`;
}

/** Sets that options name come in place of those of churngate.json, and not beside them. */
function useText({ out, rules, flags, cwd }: Begun, sets: readonly string[]): string {
  const isConfigured = flags.rules === undefined && rules.length > 0;
  if (!isConfigured) {
    const options = sets.map((each) => `--rules ${printable(each)}`).join(" ");
    const listed = sets.map((each) => JSON.stringify(printable(each))).join(", ");
    return `Then: churngate explain -f desired.yaml ${options}, or "rules": [${listed}] in churngate.json\n`;
  }
  const isListed = rules.some((each) => resolve(each) === resolve(cwd, out));
  return isListed ? "" : `Then: put ${printable(out)} behind the others of "rules" in churngate.json\n`;
}
