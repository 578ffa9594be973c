import { formatPath, parsePath } from "../../core/path.js";
import { nearest } from "../nearest.js";
import { pathUses } from "../path-uses.js";
import type { Check } from "./context.js";
import { fieldsOf, locateInAny } from "./locate.js";

/** `incidental` with siblings that are not there. */
export const incidental: Check = function* ({ rule, document, facts, kinds }) {
  for (const { role, path, pointer, entry } of pathUses(rule)) {
    if (role !== "incidental" || entry === undefined || !("with" in entry)) continue;
    const parent = locateInAny(facts, kinds, formatPath(parsePath(path).slice(0, -1)));
    const fields = parent && "found" in parent ? fieldsOf(facts, parent.found) : undefined;
    if (fields === undefined) continue;
    for (const [index, name] of (entry.with ?? []).entries()) {
      if (Object.hasOwn(fields, name)) continue;
      const near = nearest(name, Object.keys(fields));
      const problem = {
        code: "unknown-sibling",
        path,
        name,
        ...(near !== undefined && { nearest: near }),
      } as const;
      yield document.errorAt(problem, `${pointer.slice(0, -"/path".length)}/with/${index}`);
    }
  }
};
