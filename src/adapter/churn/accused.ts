import type { Json } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import type { Fault } from "./document.js";
import type { Making } from "./making.js";
import type { ObjectCount } from "./object-count.js";
import { NOBODY } from "./write.js";

/** What is found of one path, over objects. */
export interface AccusedPath {
  writes: number;
  readonly steps: Path | undefined;
  readonly values: Map<string, Json | undefined>;
}

/** One finding, as it is put together of the objects that it is found in. */
export interface Accused {
  readonly what: Fault;
  /** Keys of makers; empty where nobody is known. */
  readonly by: readonly string[];
  readonly apiVersion: string;
  readonly kind: string;
  writes: number;
  /** By nobody known, to the same objects. */
  unnamed: number;
  readonly objects: { readonly object: ObjectCount; readonly writes: number }[];
  readonly paths: Map<string, AccusedPath>;
  readonly unstored: Set<string>;
  /** By maker: of the object in which each owns most. */
  readonly makings: Map<string, Making>;
}

/** The findings of all objects: one for each sort, kind and set of makers. The heaviest first. */
export function accusedOf(objects: Iterable<ObjectCount>): readonly Accused[] {
  const found = new Map<string, Accused>();
  for (const object of objects) {
    const ofObject = new Map<Accused, number>();
    for (const [by, what, evidence] of object.found()) {
      const accused = accusedIn(found, what, by === NOBODY ? [] : [by], object);
      add(ofObject, accused, evidence.writes);
      if (by !== NOBODY) accused.unnamed += object.unnamed(what);
      for (const [path, writes] of evidence.paths) notePath(accused, path, writes, object);
      for (const path of evidence.unstored) accused.unstored.add(path);
    }
    for (const { path, by } of object.flipping()) {
      const accused = accusedIn(
        found,
        "flips",
        [...by.keys()].filter((each) => each !== NOBODY).sort(),
        object,
      );
      const flips = [...by.values()].reduce((sum, each) => sum + each, 0);
      add(ofObject, accused, flips);
      notePath(accused, path, flips, object);
    }
    for (const [accused, writes] of ofObject) {
      accused.writes += writes;
      accused.objects.push({ object, writes });
      noteMakings(accused, object);
    }
  }
  return [...found.values()].sort((a, b) => b.writes + b.unnamed - a.writes - a.unnamed);
}

/** Two paths that flip in one update are one write. */
function add(into: Map<Accused, number>, accused: Accused, writes: number): void {
  into.set(accused, Math.max(into.get(accused) ?? 0, writes));
}

function accusedIn(
  found: Map<string, Accused>,
  what: Fault,
  by: readonly string[],
  { ref: { apiVersion, kind } }: ObjectCount,
): Accused {
  const key = JSON.stringify([what, by, apiVersion, kind]);
  const known = found.get(key);
  if (known !== undefined) return known;
  const made: Accused = {
    what,
    by,
    apiVersion,
    kind,
    writes: 0,
    unnamed: 0,
    objects: [],
    paths: new Map(),
    unstored: new Set(),
    makings: new Map(),
  };
  found.set(key, made);
  return made;
}

function notePath(accused: Accused, path: string, writes: number, object: ObjectCount): void {
  const memory = object.paths.get(path);
  const known = accused.paths.get(path) ?? { writes: 0, steps: memory?.steps, values: new Map() };
  known.writes += writes;
  if (accused.what !== "times-only")
    for (const [id, shown] of memory?.shown ?? []) if (known.values.size < 4) known.values.set(id, shown);
  accused.paths.set(path, known);
}

function noteMakings(accused: Accused, object: ObjectCount): void {
  for (const by of accused.by) {
    const making = object.makings.get(by);
    const known = accused.makings.get(by);
    if (making !== undefined && making.placesOwned >= (known?.placesOwned ?? 0))
      accused.makings.set(by, making);
  }
}
