import type { CompiledRules } from "../../../rules/compiled.js";
import { createGate, type GateOptions } from "../../../rules/gate.js";
import { withStrategy } from "../../../rules/learn/evidence/candidates.js";
import { judge } from "../../../rules/learn/evidence/judge.js";
import { withLines } from "../../../rules/learn/evidence/lay-lines.js";
import type { Line, Unexplained } from "../../../rules/learn/evidence/line.js";
import { type Place, patternText, placesOf } from "../../../rules/learn/evidence/places.js";
import type { Sighting } from "../../../rules/learn/evidence/sighting.js";
import type { GroupVersionKind } from "../../../rules/learn/group-version-kind.js";
import { eachOrFirstError } from "../../pool.js";
import type { Ground } from "./ground.js";
import { look } from "./look.js";

/** What the answers of a kind's objects speak for. */
export interface Explained {
  readonly lines: readonly Line[];
  /** What no line says. */
  readonly unexplained: readonly Unexplained[];
}

export interface ExplainOptions {
  readonly rules: CompiledRules;
  readonly gate: Omit<GateOptions, "rules" | "mode">;
  /** The kind holds secrets: no value of it is told. */
  readonly isSensitive: boolean;
  /** Places of a kind that are looked at, at most. */
  readonly limit: number;
  /** Requests under way at once. */
  readonly concurrency: number;
}

/** A line may uncover what it hid; more rounds than these show nothing new. */
const ROUNDS = 6;

/** Looks for lines of a rule until what the server answers is all that desired states, modulo facts and lines. */
export async function explainAnswers(
  subject: GroupVersionKind,
  grounds: ReadonlyMap<string, Ground>,
  options: ExplainOptions,
): Promise<Explained> {
  const lines = new Map<string, Line>();
  for (let round = 0; ; round++) {
    const places = unexplainedPlaces(subject, grounds, [...lines.values()], options);
    let changed = false;
    const unexplained = new Map<string, Unexplained>();
    if (places.length === 0 || round === ROUNDS)
      return { lines: [...lines.values()], unexplained: [...unexplained.values(), ...rest(places)] };
    for (const found of await judged(subject, places, grounds, options)) {
      if (!("type" in found)) unexplained.set(found.path, found);
      else changed = add(lines, found) || changed;
    }
    if (!changed) {
      const left = unexplained.size > 0 ? [] : rest(places);
      return { lines: [...lines.values()], unexplained: [...unexplained.values(), ...left] };
    }
  }
}

/** True where that says something new. A default that was no help, since its struct is not there, gives way to an ignore. */
function add(lines: Map<string, Line>, line: Line): boolean {
  const { path, why } = line;
  const isKnown = lines.has(keyOf(line));
  if (!isKnown) lines.set(keyOf(line), line);
  if (!isKnown || line.type !== "default") return !isKnown;
  lines.delete(keyOf(line));
  const instead: Line = { type: "unstated", path, why };
  lines.set(keyOf(instead), instead);
  return true;
}

interface Found {
  readonly object: string;
  readonly place: Place;
}

function unexplainedPlaces(
  subject: GroupVersionKind,
  grounds: ReadonlyMap<string, Ground>,
  lines: readonly Line[],
  { rules, gate: given, limit }: ExplainOptions,
): readonly Found[] {
  const laid = withLines(withStrategy(rules, "exact"), subject, lines);
  const gate = createGate({ ...given, mode: "replace", rules: laid });
  const places: Found[] = [];
  for (const [object, { desired, answer }] of grounds) {
    const decision = gate.explain(desired as object, answer as object);
    const changes = "changes" in decision ? decision.changes : [];
    for (const place of placesOf(changes, desired, answer)) places.push({ object, place });
  }
  return places.slice(0, limit);
}

async function judged(
  subject: GroupVersionKind,
  places: readonly Found[],
  grounds: ReadonlyMap<string, Ground>,
  { rules, isSensitive, concurrency }: ExplainOptions,
): Promise<readonly (Line | Unexplained)[]> {
  const sightings: Sighting[] = [];
  await eachOrFirstError([...places.entries()], concurrency, async ([index, { object, place }]) => {
    const ground = grounds.get(object);
    if (ground !== undefined) sightings[index] = await look(object, ground, place);
  });
  const byPattern = new Map<string, Sighting[]>();
  for (const seen of sightings) {
    const pattern = `${seen.place.deed} ${patternText(seen.place.pattern)}`;
    byPattern.set(pattern, [...(byPattern.get(pattern) ?? []), seen]);
  }
  const mayDefault = isCustom(subject, rules);
  const options = { mayDefault, showsValues: !isSensitive, objects: grounds.size };
  return [...byPattern.values()].flatMap((seen) => judge(seen, options));
}

/** A default can be added to the facts of a custom kind; those of a built-in one are the program's. */
function isCustom({ group, version, kind }: GroupVersionKind, { facts }: CompiledRules): boolean {
  const known = facts.kind(group, version, kind);
  return known !== undefined && facts.type(known.type)?.stored === "asIs";
}

function rest(places: readonly Found[]): readonly Unexplained[] {
  const paths = new Set(places.map(({ place }) => patternText(place.path)));
  return [...paths].map((path) => ({ path, why: "a rule that says so does not make it equal" }));
}

function keyOf(line: Line): string {
  return `${line.type} ${line.path}`;
}
