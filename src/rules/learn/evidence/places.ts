import type { Change } from "../../../core/decision.js";
import { isList, isObject, type Json, type JsonObject, setMember } from "../../../core/json.js";
import { formatPath, type Path, PathError, parsePath, type Segment } from "../../../core/path.js";
import { itemIn, namesOf } from "./items.js";
import { type Steps, valueAt } from "./steps.js";

/** What the server did to what was stated, at one place. */
export type Deed = "filled" | "changed" | "dropped" | "injected" | "rearranged";

/** A place where the server's answer is not what desired states, though facts and rules are known. */
export interface Place {
  readonly deed: Deed;
  /** As a rule would name it: items that desired states by `[*]`, others by their keys. */
  readonly pattern: Path;
  /** The same with the items that it was seen in. */
  readonly path: Path;
  /** Where desired has it, or would. */
  readonly inDesired: Steps;
  readonly inAnswer: Steps;
}

/** A struct that the server filled in whole is looked at field by field, up to so many. */
const FIELDS = 20;

/** The places of a decision's changes, each once. */
export function placesOf(
  changes: readonly Change[],
  desired: JsonObject,
  answer: JsonObject,
): readonly Place[] {
  const places = new Map<string, Place>();
  for (const change of changes) {
    const place = placeOf(pathOf(change.path), desired, answer);
    const found = place.deed === "filled" ? fieldsOf(place, answer) : [place];
    for (const each of found) places.set(patternText(each.path), each);
  }
  return [...places.values()];
}

/** A path with indexes, which no rule has. */
function pathOf(text: string): Path {
  try {
    return text === "" ? [] : parsePath(text);
  } catch (error) {
    if (!(error instanceof PathError) || error.code !== "index-in-path") throw error;
    const open = error.column - 2;
    const end = text.indexOf("]", open);
    const rest = text.slice(end + 1);
    const index = Number(text.slice(open + 1, end));
    return [
      ...pathOf(text.slice(0, open)),
      { kind: "index", index },
      ...pathOf(rest.startsWith(".") ? rest.slice(1) : rest),
    ];
  }
}

function placeOf(path: Path, desired: JsonObject, answer: JsonObject): Place {
  const inDesired: (string | number)[] = [];
  const inAnswer: (string | number)[] = [];
  const pattern: Segment[] = [];
  for (const [at, step] of path.entries()) {
    const [ours, theirs] = [valueAt(desired, inDesired), valueAt(answer, inAnswer)];
    if (step.kind === "index") {
      // Items without keys are only told apart where there are as many on both sides.
      if (lengthOf(ours) !== lengthOf(theirs) || at === path.length - 1)
        return placed(pattern, path.slice(0, at), inDesired, inAnswer, desired, answer);
      inDesired.push(step.index);
      inAnswer.push(step.index);
      pattern.push({ kind: "each" });
      continue;
    }
    const index = step.kind === "item" ? itemIn(ours, step.where) : undefined;
    inDesired.push(step.kind === "key" ? step.key : (index ?? lengthOf(ours)));
    inAnswer.push(step.kind === "key" ? step.key : (itemIn(theirs, keysOf(step)) ?? lengthOf(theirs)));
    pattern.push(index === undefined ? step : { kind: "each" });
  }
  return placed(pattern, path, inDesired, inAnswer, desired, answer);
}

function placed(
  pattern: Path,
  path: Path,
  inDesired: Steps,
  inAnswer: Steps,
  desired: JsonObject,
  answer: JsonObject,
): Place {
  const deed = deedOf(path, valueAt(desired, inDesired), valueAt(answer, inAnswer));
  return { deed, pattern, path, inDesired, inAnswer };
}

function keysOf(step: Segment): Readonly<Record<string, string>> {
  return step.kind === "item" ? step.where : {};
}

function deedOf(path: Path, stated: Json | undefined, stored: Json | undefined): Deed {
  if (stored === undefined) return "dropped";
  if (stated === undefined) return path.at(-1)?.kind === "item" ? "injected" : "filled";
  return isList(stated) && isList(stored) ? "rearranged" : "changed";
}

function lengthOf(value: Json | undefined): number {
  return isList(value) ? value.length : 0;
}

/** What was filled in, field by field and item by item: of each, it may be known on its own whether it is a default. */
function fieldsOf(place: Place, answer: JsonObject): readonly Place[] {
  const found: Place[] = [];
  const visit = (at: Place): void => {
    const value = valueAt(answer, at.inAnswer);
    if (isObject(value) && Object.keys(value).length > 0 && at.deed === "filled") {
      for (const key of Object.keys(value)) visit(below(at, { kind: "key", key }, key, key));
    } else if (isList(value) && at.deed === "filled" && namesOf(value) !== undefined) {
      for (const [index, name] of (namesOf(value) ?? []).entries()) {
        const where: Record<string, string> = {};
        setMember(where, "name", name);
        visit({ ...below(at, { kind: "item", where }, index, index), deed: "injected" });
      }
    } else found.push(at);
  };
  visit(place);
  return found.length > FIELDS ? [place] : found;
}

function below(place: Place, step: Segment, ours: string | number, theirs: string | number): Place {
  return {
    ...place,
    pattern: [...place.pattern, step],
    path: [...place.path, step],
    inDesired: [...place.inDesired, ours],
    inAnswer: [...place.inAnswer, theirs],
  };
}

export function patternText(path: Path): string {
  return formatPath(path);
}

/** True of a path that a rule can have. */
export function canBeNamed(path: Path): boolean {
  return path.every(({ kind }) => kind !== "index");
}
