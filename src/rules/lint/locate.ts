import type { FactSource, FieldFacts, KindFacts, ValueFacts } from "../../core/facts.js";
import { formatPath, type Path, parsePath, type Segment } from "../../core/path.js";
import { nearest } from "../nearest.js";
import { newest } from "../newest.js";
import { OF_EVERY_OBJECT } from "../top-fields.js";

/** What facts say of the value at a path, or where the path leaves them. */
export type Located =
  | { readonly found: ValueFacts }
  | {
      /** The step that leads nowhere. */
      readonly step: string;
      readonly parent: string;
      readonly type: string;
      readonly nearest?: string;
    };

/** Follows a path through a kind's types. Maps take any key; untyped values take any step. */
function locate(facts: FactSource, kind: KindFacts, text: string): Located {
  const path = parsePath(text);
  let at: ValueFacts = { type: "struct", ref: kind.type };
  for (const [index, step] of path.entries()) {
    const parent = path.slice(0, index);
    const next = child(facts, at, step) ?? (index === 0 ? ofEveryObject(kind, step) : undefined);
    if (!next) return lost(facts, at, step, parent);
    at = withKindFacts(next, kind, path.slice(0, index + 1));
  }
  return { found: at };
}

/** As locate, in the most settled of several versions, else in the first that knows the path; where none does, the former's answer. */
export function locateInAny(
  facts: FactSource,
  kinds: readonly KindFacts[],
  text: string,
): Located | undefined {
  const settled = newest(kinds);
  const answer = settled && locate(facts, settled, text);
  if (answer === undefined || "found" in answer) return answer;
  for (const kind of kinds) {
    const located = locate(facts, kind, text);
    if ("found" in located) return located;
  }
  return answer;
}

/** The fields of a struct; undefined where they are not known. */
export function fieldsOf(
  facts: FactSource,
  value: ValueFacts,
): Readonly<Record<string, FieldFacts>> | undefined {
  return value.type === "struct" ? facts.type(value.ref)?.fields : undefined;
}

/** A custom kind's root type does not list these; nor a status of which the schema says nothing. */
function ofEveryObject(kind: KindFacts, step: Segment): ValueFacts | undefined {
  if (step.kind !== "key") return undefined;
  const known = OF_EVERY_OBJECT.has(step.key) || (step.key === "status" && kind.statusSubresource);
  return known ? { type: "any" } : undefined;
}

function child(facts: FactSource, value: ValueFacts, step: Segment): ValueFacts | undefined {
  const named = step.kind === "key" || step.kind === "prefix";
  switch (value.type) {
    case "any":
      return value;
    case "map":
      return named ? value.of : undefined;
    case "list":
      return named ? undefined : value.of;
    case "struct": {
      const fields = fieldsOf(facts, value);
      if (!fields) return { type: "any" };
      if (step.kind !== "key") return undefined;
      return Object.hasOwn(fields, step.key) ? fields[step.key] : undefined;
    }
    default:
      return undefined;
  }
}

function lost(facts: FactSource, value: ValueFacts, step: Segment, parent: Path): Located {
  const name = step.kind === "key" ? step.key : formatPath([step]);
  const words = Object.keys(fieldsOf(facts, value) ?? {});
  const near = step.kind === "key" ? nearest(name, words) : undefined;
  const where = { step: name, parent: formatPath(parent), type: typeName(value) };
  return near === undefined ? where : { ...where, nearest: near };
}

function withKindFacts(value: ValueFacts, kind: KindFacts, path: Path): ValueFacts {
  const own = kind.fields?.[formatPath(path)];
  return own ? ({ ...value, ...own } as ValueFacts) : value;
}

/** A type as a message names it: "quantity", "list of string", "core/v1.PodSpec". */
export function typeName(value: ValueFacts): string {
  if (value.type === "struct") return value.ref;
  return value.type === "list" || value.type === "map"
    ? `${value.type} of ${typeName(value.of)}`
    : value.type;
}
