import { isList, isObject, type Json, type JsonObject, member } from "../../core/json.js";
import { formatPointer } from "../../core/path.js";

/** One operation of a JSON patch (RFC 6902). */
export type PatchOperation =
  | { readonly op: "add" | "replace"; readonly path: string; readonly value: Json }
  | { readonly op: "remove"; readonly path: string };

type Steps = readonly (string | number)[];

/** What the server alone writes, so that a payload leaves it out and a patch need not remove it. */
const SERVERS_OWN =
  /^\/(?:status|metadata\/(?:uid|generation|generateName|creationTimestamp|deletionTimestamp|deletionGracePeriodSeconds|managedFields|selfLink))$/;

/** The JSON patch that turns live into a payload, but for what is the server's own. */
export function payloadPatch(live: JsonObject, payload: JsonObject): PatchOperation[] {
  return jsonPatch(live, payload).filter(({ op, path }) => op !== "remove" || !SERVERS_OWN.test(path));
}

/** The JSON patch that turns one value into another. */
export function jsonPatch(from: Json, to: Json): PatchOperation[] {
  const operations: PatchOperation[] = [];
  difference(from, to, [], operations);
  return operations;
}

function difference(from: Json, to: Json, at: Steps, into: PatchOperation[]): void {
  if (isObject(from) && isObject(to)) objectDifference(from, to, at, into);
  else if (isList(from) && isList(to)) listDifference(from, to, at, into);
  else if (from !== to) into.push({ op: "replace", path: formatPointer(at), value: to });
}

function objectDifference(from: JsonObject, to: JsonObject, at: Steps, into: PatchOperation[]): void {
  for (const key of Object.keys(from)) {
    if (member(from, key) === undefined) continue;
    const value = member(to, key);
    if (value === undefined) into.push({ op: "remove", path: formatPointer([...at, key]) });
    else difference(member(from, key) ?? null, value, [...at, key], into);
  }
  for (const key of Object.keys(to)) {
    const value = member(to, key);
    if (value !== undefined && member(from, key) === undefined) {
      into.push({ op: "add", path: formatPointer([...at, key]), value });
    }
  }
}

/** Keeps the equal items at both ends; in between, items change in place, and the rest goes or comes. */
function listDifference(from: readonly Json[], to: readonly Json[], at: Steps, into: PatchOperation[]): void {
  let start = 0;
  while (start < from.length && start < to.length && same(from[start], to[start])) start++;
  let [fromEnd, toEnd] = [from.length, to.length];
  while (fromEnd > start && toEnd > start && same(from[fromEnd - 1], to[toEnd - 1])) {
    fromEnd--;
    toEnd--;
  }
  const both = Math.min(fromEnd, toEnd);
  for (let index = start; index < both; index++)
    difference(from[index] ?? null, to[index] ?? null, [...at, index], into);
  for (let index = fromEnd - 1; index >= both; index--)
    into.push({ op: "remove", path: formatPointer([...at, index]) });
  for (let index = both; index < toEnd; index++) {
    into.push({ op: "add", path: formatPointer([...at, index]), value: to[index] ?? null });
  }
}

function same(a: Json | undefined, b: Json | undefined): boolean {
  return jsonPatch(a ?? null, b ?? null).length === 0;
}
