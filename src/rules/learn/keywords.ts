import { LearnError } from "./error.js";
import { badSchema } from "./members.js";
import { fieldAt, type Place, placeText } from "./place.js";

/** The keywords of which facts are made: another spelling of one would make them silently wrong. */
const READ = [
  "type",
  "properties",
  "additionalProperties",
  "items",
  "required",
  "nullable",
  "default",
  "enum",
  "x-kubernetes-list-type",
  "x-kubernetes-list-map-keys",
  "x-kubernetes-map-type",
  "x-kubernetes-int-or-string",
  "x-kubernetes-preserve-unknown-fields",
  "x-kubernetes-embedded-resource",
  "x-kubernetes-validations",
] as const;

/** As client-node's models spell what no name of a class's member can be. */
const TYPED = new Set(["_default", "_enum", "ref", "schema"]);

/**
 * Checks the names of a schema's keywords. One that the server does not know has no effect there, so it is passed over, unless it
 * is another spelling of one that facts are made of.
 * @throws LearnError `not-wire-json` for a spelling of client-node's types, `bad-schema` for a misspelt keyword
 */
export function checkKeywords(schema: object, at: Place, definition: string): void {
  for (const name of Object.keys(schema)) {
    if (isRead(name)) continue;
    if (TYPED.has(name) || name.startsWith("x_kubernetes_")) {
      if ((schema as Record<string, unknown>)[name] === undefined) continue;
      throw typed(`${name} is no keyword of a schema, but a spelling of client-node's types`, at, definition);
    }
    const meant = READ.find((keyword) => isAlmost(name, keyword));
    if (meant !== undefined)
      throw badSchema(definition, fieldAt(at, name), `no such keyword: ${meant} is meant, or nothing`);
  }
}

const names: ReadonlySet<string> = new Set(READ);

function isRead(name: string): boolean {
  return names.has(name);
}

/** What stands in a definition that JSON cannot hold: a Date, an instance of a class. */
export function typed(detail: string, at: Place, definition: string): LearnError {
  const hint =
    "A typed object of client-node: pass toWire(definition), from churngate/client-node. Of YAML: parse it with the core schema, which makes no dates.";
  return new LearnError("not-wire-json", detail, hint, definition, placeText(at));
}

/** Apart from case and punctuation the same; a long one may have a letter too many, too few or another. */
function isAlmost(name: string, keyword: string): boolean {
  const [a, b] = [bare(name), bare(keyword)];
  return a === b || (b.startsWith("xkubernetes") && isOneEditApart(a, b));
}

function bare(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9$]/g, "");
}

function isOneEditApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  return (
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    // Two letters that changed places.
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  );
}
