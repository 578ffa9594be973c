import { isList, isObject, type Json, type JsonObject, member } from "../../../core/json.js";
import type { Path } from "../../../core/path.js";
import { itemIn } from "./items.js";
import { same } from "./same.js";

/** True where the pattern holds for every item that desired states: nowhere else does the server leave such a place alone. */
export function holdsEverywhere(pattern: Path, desired: JsonObject, answer: JsonObject): boolean {
  const visit = (steps: Path, ours: Json | undefined, theirs: Json | undefined): boolean => {
    const [step, ...rest] = steps;
    if (step === undefined) return ours !== undefined || theirs !== undefined;
    if (step.kind === "key") return visit(rest, own(ours, step.key), own(theirs, step.key));
    if (step.kind === "item")
      return visit(rest, itemAt(ours, itemIn(ours, step.where)), itemAt(theirs, itemIn(theirs, step.where)));
    return (isList(ours) ? ours : []).every((item) =>
      visit(
        rest,
        item,
        (isList(theirs) ? theirs : []).find((other) => isSameItem(item, other)),
      ),
    );
  };
  return visit(pattern, desired, answer);
}

function own(value: Json | undefined, key: string): Json | undefined {
  return isObject(value) ? member(value, key) : undefined;
}

function itemAt(list: Json | undefined, index: number | undefined): Json | undefined {
  return isList(list) && index !== undefined ? list[index] : undefined;
}

function isSameItem(item: Json, other: Json): boolean {
  if (!isObject(item) || !isObject(other)) return same(item, other);
  const scalars = Object.keys(item).filter((key) => typeof member(item, key) !== "object");
  const key = scalars.find((name) => name === "name") ?? scalars[0];
  return key !== undefined && same(member(item, key), member(other, key));
}
