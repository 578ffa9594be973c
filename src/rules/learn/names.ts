import type { Struct } from "./structs.js";

/** `spec.tlsConfig` of a Widget: TlsConfig, SpecTlsConfig, WidgetSpecTlsConfig. */
function ending(path: readonly string[], length: number): string {
  return path.slice(-length).map(capitalized).join("");
}

function capitalized(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join("");
}

/** The path to name a struct by: ending as most of its paths do, of these the shortest, of these the first. */
function typical(paths: readonly (readonly string[])[]): readonly string[] {
  const counts = new Map<string | undefined, number>();
  for (const path of paths) counts.set(path.at(-1), (counts.get(path.at(-1)) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return paths
    .filter((path) => counts.get(path.at(-1)) === most)
    .reduce((best, path) => (compare(path, best) < 0 ? path : best));
}

function compare(a: readonly string[], b: readonly string[]): number {
  return a.length - b.length || (a.join() < b.join() ? -1 : 1);
}

interface Candidate {
  readonly id: string;
  readonly path: readonly string[];
  length: number;
}

/**
 * A name for each struct's id: the end of the path at which it occurs, as much of it as tells them apart. Where two would have
 * the same, apart from case, both take in more of their paths.
 */
export function namesOf(structs: readonly Struct[]): ReadonlyMap<string, string> {
  const candidates: readonly Candidate[] = structs.map(({ id, paths }) => ({
    id,
    path: typical(paths),
    length: 1,
  }));
  for (;;) {
    const sharing = new Map<string, Candidate[]>();
    for (const candidate of candidates) {
      const name = ending(candidate.path, candidate.length).toLowerCase();
      const group = sharing.get(name);
      if (group === undefined) sharing.set(name, [candidate]);
      else group.push(candidate);
    }
    const longer = [...sharing.values()]
      .filter((group) => group.length > 1)
      .flat()
      .filter(({ path, length }) => length < path.length);
    if (longer.length === 0) return numbered(candidates);
    for (const candidate of longer) candidate.length += 1;
  }
}

/** Whole paths may still agree: an item of a list of lists, `a-b` beside `aB`. */
function numbered(candidates: readonly Candidate[]): ReadonlyMap<string, string> {
  const seen = new Map<string, number>();
  return new Map(
    candidates.map(({ id, path, length }) => {
      const name = ending(path, length) || "Type";
      const count = (seen.get(name.toLowerCase()) ?? 0) + 1;
      seen.set(name.toLowerCase(), count);
      return [id, count === 1 ? name : `${name}${count}`];
    }),
  );
}
