import { type Path, parsePath, type Segment } from "../../core/path.js";
import { pathUses } from "../path-uses.js";
import type { Check } from "./context.js";

/** A part that an ignore beside it or around it covers whole, so that it says nothing. */
export const ignoredFields: Check = function* ({ rule, document }) {
  const uses = [...pathUses(rule)].filter(
    ({ role, entry }) => role !== "condition" && !(entry && "remove" in entry),
  );
  const ignores = uses.filter(({ role }) => role === "ignore");
  for (const { role, path, pointer, scope } of uses) {
    const cover = ignores.find(
      (ignore) => ignore.pointer !== pointer && isAround(ignore.scope, scope) && covers(ignore.path, path),
    );
    if (!cover) continue;
    const level = role === "ignore" ? "warning" : "error";
    yield document.errorAt({ code: "ignored-field", path, ignore: cover.path }, pointer, level);
  }
};

/** Whether what holds in one scope ("" is the whole rule) holds in another. */
function isAround(outer: string, inner: string): boolean {
  return inner === outer || inner.startsWith(`${outer}/`);
}

/** Whether all that `inner` can lead to lies at or below `outer`. */
function covers(outer: string, inner: string): boolean {
  const wide: Path = parsePath(outer);
  const narrow: Path = parsePath(inner);
  return wide.length <= narrow.length && wide.every((step, index) => stepCovers(step, narrow[index]));
}

function stepCovers(wide: Segment, narrow: Segment | undefined): boolean {
  if (!narrow) return false;
  switch (wide.kind) {
    case "each":
      return narrow.kind === "each" || narrow.kind === "item";
    case "prefix":
      if (narrow.kind === "key") return narrow.key.startsWith(wide.prefix);
      return narrow.kind === "prefix" && narrow.prefix.startsWith(wide.prefix);
    case "key":
      return narrow.kind === "key" && narrow.key === wide.key;
    case "item":
      return (
        narrow.kind === "item" &&
        Object.entries(wide.where).every(([key, value]) => narrow.where[key] === value)
      );
    default:
      return false;
  }
}
