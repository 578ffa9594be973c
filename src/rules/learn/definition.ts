import { isList, isObject, member } from "../../core/json.js";
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
 * The kinds that CustomResourceDefinitions define: one, several, or a List of them. Other objects are passed over; a definition that is
 * there twice counts once.
 * @throws LearnError `not-wire-json` for text, `no-definition` where there is none among what is given
 */
export function kindsOfDefinitions(given: unknown): readonly CustomKind[] {
  const objects = [given].flat().flatMap(itemsOf);
  if (objects.some((object) => typeof object === "string")) throw isText();
  const definitions = objects.filter((object) => isDefinition(object) || isShapedSo(object));
  if (definitions.length === 0 && objects.length > 0) throw noDefinition();
  return withoutRepeats(definitions.flatMap(kindsOfDefinition));
}

/** What a List holds, else the object itself. */
function itemsOf(object: unknown): readonly unknown[] {
  if (!isObject(object)) return [object];
  const [kind, items] = [member(object, "kind"), member(object, "items")];
  const isItems = typeof kind === "string" ? kind.endsWith("List") : kind === undefined;
  return isItems && isList(items) ? items : [object];
}

/** As the items of a list are, which do not say what they are. */
function isShapedSo(object: unknown): boolean {
  if (!isObject(object) || (member(object, "kind") ?? member(object, "apiVersion")) !== undefined)
    return false;
  const spec = member(object, "spec");
  return isObject(spec) && typeof member(spec, "group") === "string" && isObject(member(spec, "names"));
}

function isText(): LearnError {
  const hint =
    "Parse it first: JSON.parse, or a YAML library. The command line reads files: churngate learn -f crd.yaml.";
  return new LearnError("not-wire-json", "a text, not an object", hint);
}

function noDefinition(): LearnError {
  const hint = "Give CustomResourceDefinitions, or a List of them: kubectl get crd -o json prints one.";
  return new LearnError("no-definition", "there is no CustomResourceDefinition among what is given", hint);
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
