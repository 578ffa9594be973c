import { isObject, member } from "../../core/json.js";
import { LearnError } from "./error.js";
import { kindsOfDefinition } from "./read-definition.js";
import type { CustomKind } from "./schema.js";

/** Whether an object is a CustomResourceDefinition, of either version of that kind. */
export function isDefinition(object: unknown): boolean {
  if (!isObject(object) || member(object, "kind") !== "CustomResourceDefinition") return false;
  const apiVersion = member(object, "apiVersion") ?? "apiextensions.k8s.io/v1";
  return typeof apiVersion === "string" && apiVersion.startsWith("apiextensions.k8s.io/");
}

/**
 * The kinds that CustomResourceDefinitions define. Other objects are passed over; a definition that is there twice counts once.
 * @throws LearnError
 */
export function kindsOfDefinitions(objects: readonly unknown[]): readonly CustomKind[] {
  return withoutRepeats(objects.filter(isDefinition).flatMap(kindsOfDefinition));
}

/**
 * Kinds, each once.
 * @throws LearnError `defined-twice` where two of the same differ
 */
export function withoutRepeats(kinds: readonly CustomKind[]): readonly CustomKind[] {
  const seen = new Map<string, CustomKind>();
  for (const kind of kinds) {
    const key = `${kind.group}/${kind.version}/${kind.kind}`;
    const before = seen.get(key);
    if (before === undefined) seen.set(key, kind);
    else if (contentOf(before) !== contentOf(kind)) throw definedTwice(kind);
  }
  return [...seen.values()];
}

function contentOf(kind: CustomKind): string {
  return JSON.stringify(kind, (_, value: unknown) => {
    if (value instanceof Map || value instanceof Set) return [...value];
    return typeof value === "bigint" ? `${value}n` : value;
  });
}

function definedTwice({ group, version, kind }: CustomKind): LearnError {
  const detail = `${kind} of ${group}/${version} is defined twice, not in the same way`;
  return new LearnError("defined-twice", detail, "Give one definition of each kind.");
}
