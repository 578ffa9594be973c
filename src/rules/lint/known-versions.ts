import { nearest } from "../nearest.js";
import type { Check } from "./context.js";

/** A version that facts don't know may be newer than they are, or a slip. */
export const knownVersions: Check = function* ({ rule, document, facts }) {
  const ofKind = facts.kinds().filter((known) => known.group === rule.group && known.kind === rule.kind);
  const known = ofKind.map(({ version }) => version);
  if (known.length === 0) return;
  for (const [index, version] of (rule.versions ?? []).entries()) {
    if (known.includes(version)) continue;
    const near = nearest(version, known);
    const problem = {
      code: "unknown-version",
      version,
      known,
      ...(near === undefined ? {} : { nearest: near }),
    } as const;
    yield document.errorAt(problem, `/versions/${index}`, "warning");
  }
};
