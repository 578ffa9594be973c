import { below, type FieldSet, isMember } from "../../../core/apply/field-set.js";

const EMPTY: FieldSet = Object.freeze({});

type Keep = (a: boolean, b: boolean) => boolean;

export const union = (a: FieldSet, b: FieldSet): FieldSet => combined(a, b, (x, y) => x || y);
export const difference = (a: FieldSet, b: FieldSet): FieldSet => combined(a, b, (x, y) => x && !y);
export const intersection = (a: FieldSet, b: FieldSet): FieldSet => combined(a, b, (x, y) => x && y);

export function isEmptySet(set: FieldSet): boolean {
  return Object.keys(set).length === 0;
}

/** The places of both sets that are wanted, each by itself: a place does not stand for what lies below it. */
function combined(a: FieldSet, b: FieldSet, keep: Keep): FieldSet {
  const all: Record<string, FieldSet> = {};
  for (const element of [...new Set([...Object.keys(a), ...Object.keys(b)])].sort()) {
    if (element === ".") continue;
    const [left, right] = [below(a, element), below(b, element)];
    const found = place(keep(isMember(left), isMember(right)), combined(left ?? EMPTY, right ?? EMPTY, keep));
    if (found !== undefined) all[element] = found;
  }
  return all;
}

/** One place of a set; undefined where neither it nor anything below it belongs to the set. */
export function place(member: boolean, inside: FieldSet): FieldSet | undefined {
  if (isEmptySet(inside)) return member ? EMPTY : undefined;
  return member ? { ".": EMPTY, ...inside } : inside;
}

/** Each place that the set itself has. */
export function placesOf(set: FieldSet, path: readonly string[] = []): readonly (readonly string[])[] {
  return Object.keys(set).flatMap((element) => {
    const inside = below(set, element);
    if (element === "." || inside === undefined) return [];
    const here = [...path, element];
    return [...(isMember(inside) ? [here] : []), ...placesOf(inside, here)];
  });
}

/** A place as the server's messages write it: `.spec.containers[name="web"].image`. */
export function placeText(path: readonly string[]): string {
  return path.map(elementText).join("");
}

function elementText(element: string): string {
  const rest = element.slice(2);
  if (element.startsWith("f:")) return `.${rest}`;
  if (element.startsWith("v:")) return `[=${rest}]`;
  const keys = Object.entries(JSON.parse(rest) as Record<string, unknown>);
  return `[${keys.map(([key, value]) => `${key}=${JSON.stringify(value)}`).join(",")}]`;
}
