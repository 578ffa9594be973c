import { isList, isObject, type Json, type JsonObject } from "../../../src/core/json.js";

/** One step to a value: the name of a field or key, or the index of an item. */
export type Step = string | number;

/** A value that a field set (fieldsV1 of managedFields) names and has nothing below, and where live has it. */
export interface OwnedLeaf {
  readonly path: readonly Step[];
  /** `spec.template.spec.containers[0].image` */
  readonly name: string;
  /** It tells an item from others: with another value, it is another item. */
  readonly key: boolean;
}

/** Every leaf of a field set, items of keyed lists and of sets included. */
export function ownedLeaves(
  fieldsV1: JsonObject,
  live: Json,
  path: readonly Step[] = [],
  keys: JsonObject = {},
): readonly OwnedLeaf[] {
  return Object.entries(fieldsV1).flatMap(([element, below]) => {
    const step = stepOf(element, live);
    if (step === undefined || !isObject(below)) return [];
    const here = [...path, step];
    const leaf = { path: here, name: nameOf(here), key: typeof step === "number" || step in keys };
    if (Object.keys(below).length === 0) return [leaf];
    const rest = ownedLeaves(below, valueAt(live, [step]) ?? null, here, keysOf(element));
    // An item is owned as a whole, too.
    return typeof step === "number" ? [leaf, ...rest] : rest;
  });
}

/** The path of every scalar, and of every empty list and object. */
export function leavesOf(value: Json, path: readonly Step[] = []): readonly (readonly Step[])[] {
  const members: readonly (readonly [Step, Json | undefined])[] = isList(value)
    ? [...value.entries()]
    : isObject(value)
      ? Object.entries(value)
      : [];
  if (members.length === 0) return [path];
  return members.flatMap(([step, below]) => leavesOf(below ?? null, [...path, step]));
}

function keysOf(element: string): JsonObject {
  return element.startsWith("k:") ? (JSON.parse(element.slice(2)) as JsonObject) : {};
}

function stepOf(element: string, live: Json): Step | undefined {
  const rest = element.slice(2);
  if (element.startsWith("f:")) return rest;
  if (!isList(live)) return undefined;
  const index = element.startsWith("k:")
    ? live.findIndex((item) => isObject(item) && hasMembers(item, keysOf(element)))
    : live.findIndex((item) => JSON.stringify(item) === rest);
  return index < 0 ? undefined : index;
}

function hasMembers(item: JsonObject, keys: JsonObject): boolean {
  return Object.entries(keys).every(([name, value]) => item[name] === value);
}

export function valueAt(object: Json, path: readonly Step[]): Json | undefined {
  return path.reduce<Json | undefined>(
    (at, step) => (at as Record<Step, Json> | null | undefined)?.[step],
    object,
  );
}

/** A copy of the object with another value at a place; `undefined`: with none. */
export function withValue(object: JsonObject, path: readonly Step[], value: Json | undefined): JsonObject {
  const copy = structuredClone(object) as JsonObject;
  const last = path.at(-1) as Step;
  const parent = valueAt(copy, path.slice(0, -1));
  if (Array.isArray(parent) && value === undefined) parent.splice(Number(last), 1);
  else if (value === undefined) delete (parent as Record<Step, Json>)[last];
  else (parent as Record<Step, Json>)[last] = value;
  return copy;
}

/** Another value of the same kind, which the server might take. */
export function another(value: Json): Json | undefined {
  if (typeof value === "boolean") return !value;
  if (typeof value === "number") return value + 1;
  if (typeof value === "string") return anotherText(value);
  if (isList(value)) return value.length > 1 ? value.slice(1) : [...value, anotherItem(value[0])];
  if (isObject(value)) return { ...value, ...anotherMember(value) };
  return undefined;
}

/** Where only certain words are taken, another of them. */
const WORDS: Readonly<Record<string, string>> = {
  DirectoryOrCreate: "Directory",
  File: "None",
  IfNotPresent: "Always",
  RollingUpdate: "OnDelete",
  TCP: "UDP",
  config: "run",
  privileged: "baseline",
  run: "config",
  "spec.nodeName": "metadata.name",
};

function anotherText(text: string): string {
  const word = WORDS[text];
  if (word !== undefined) return word;
  const quantity = /^(\d+)(m|Ki|Mi|Gi|%)?$/.exec(text);
  return quantity === null ? `${text}x` : `${Number(quantity[1]) + 1}${quantity[2] ?? ""}`;
}

const anotherItem = (item: Json | undefined): Json => (item === undefined ? "x" : (another(item) ?? item));

function anotherMember(object: JsonObject): JsonObject {
  const name = "name" in object ? "name" : (Object.keys(object)[0] ?? "extra");
  return { [name]: another(object[name] ?? "") ?? "x" };
}

function nameOf(path: readonly Step[]): string {
  return path
    .map((step) =>
      typeof step === "number" ? `[${step}]` : /^[\w-]+$/.test(step) ? `.${step}` : `[${step}]`,
    )
    .join("")
    .replace(/^\./, "");
}
