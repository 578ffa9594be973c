import { type Path, parsePath, type Segment } from "../../core/path.js";

/** Whether all that `inner` can lead to lies at or below `outer`. */
export function covers(outer: string, inner: string): boolean {
  return pathCovers(parsePath(outer), parsePath(inner));
}

/** The same of paths. */
export function pathCovers(outer: Path, inner: Path): boolean {
  return outer.length <= inner.length && outer.every((step, index) => stepCovers(step, inner[index]));
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
