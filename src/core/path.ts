import { isList, isObject, type Json, type JsonObject, member } from "./json.js";

/**
 * One step of a field path. In rules: key, prefix, item, each. In output an index stands
 * for a list item that has no key of its own.
 */
export type Segment =
  | { readonly kind: "key"; readonly key: string }
  | { readonly kind: "prefix"; readonly prefix: string }
  | { readonly kind: "item"; readonly where: Readonly<Record<string, string>> }
  | { readonly kind: "each" }
  | { readonly kind: "index"; readonly index: number };

/** A field path, outermost step first. */
export type Path = readonly Segment[];

/** A path that cannot be read; `column` counts from 1 within the path's own text. */
export class PathError extends Error {
  override readonly name = "PathError";
  constructor(
    readonly code:
      | "empty-path"
      | "empty-step"
      | "unclosed-bracket"
      | "index-in-path"
      | "unexpected-character",
    readonly text: string,
    readonly column: number,
  ) {
    super(`${code} at column ${column} of ${JSON.stringify(text)}`);
  }
}

const PLAIN_KEY = /^[A-Za-z0-9_$-]+$/;

/**
 * Reads a field path of a rule: `spec.template.spec.containers[*].image`,
 * `metadata.annotations[example.com/*]`, `spec.ports[port=80,protocol=TCP]`, `data["any key ]"]`.
 * @throws PathError for an unclosed bracket, an empty step or a numeric index.
 */
export function parsePath(text: string): Path {
  if (text === "") throw new PathError("empty-path", text, 1);
  const path: Segment[] = [];
  let at = 0;
  while (at < text.length) {
    if (text[at] === "[") {
      const end = bracketEnd(text, at);
      path.push(bracket(text, at + 1, end));
      at = end + 1;
      continue;
    }
    if (text[at] === ".") {
      if (at === 0) throw new PathError("empty-step", text, 1);
      at++;
    } else if (at > 0) throw new PathError("unexpected-character", text, at + 1);
    let end = at;
    while (end < text.length && text[end] !== "." && text[end] !== "[") end++;
    if (end === at) throw new PathError("empty-step", text, at + 1);
    path.push({ kind: "key", key: text.slice(at, end) });
    at = end;
  }
  return path;
}

/** The index of the bracket that closes the one at `open`. */
function bracketEnd(text: string, open: number): number {
  if (text[open + 1] === '"') {
    for (let at = open + 2; at < text.length; at++) {
      if (text[at] === "\\") at++;
      else if (text[at] === '"' && text[at + 1] === "]") return at + 1;
    }
  } else {
    const end = text.indexOf("]", open);
    if (end > 0) return end;
  }
  throw new PathError("unclosed-bracket", text, open + 1);
}

function bracket(text: string, start: number, end: number): Segment {
  const inner = text.slice(start, end);
  if (inner === "") throw new PathError("empty-step", text, start + 1);
  if (inner === "*") return { kind: "each" };
  if (inner.startsWith('"')) {
    try {
      return { kind: "key", key: JSON.parse(inner) as string };
    } catch {
      throw new PathError("unexpected-character", text, start + 1);
    }
  }
  if (/^\d+$/.test(inner)) throw new PathError("index-in-path", text, start + 1);
  if (inner.includes("=")) return { kind: "item", where: keysOf(text, inner, start) };
  if (inner.endsWith("*")) return { kind: "prefix", prefix: inner.slice(0, -1) };
  return { kind: "key", key: inner };
}

function keysOf(text: string, inner: string, start: number): Record<string, string> {
  const where: Record<string, string> = Object.create(null);
  for (const pair of inner.split(",")) {
    const equals = pair.indexOf("=");
    if (equals < 1) throw new PathError("unexpected-character", text, start + 1);
    where[pair.slice(0, equals).trim()] = pair.slice(equals + 1).trim();
  }
  return where;
}

/** Writes a path as rules and output spell it. */
export function formatPath(path: Path): string {
  let text = "";
  for (const step of path) {
    if (step.kind === "key") text += formatKey(step.key, text === "");
    else if (step.kind === "prefix") text += `[${step.prefix}*]`;
    else if (step.kind === "each") text += "[*]";
    else if (step.kind === "index") text += `[${step.index}]`;
    else
      text += `[${Object.entries(step.where)
        .map(([key, value]) => `${key}=${value}`)
        .join(",")}]`;
  }
  return text;
}

function formatKey(key: string, first: boolean): string {
  if (PLAIN_KEY.test(key)) return first ? key : `.${key}`;
  const bare = /^[^\]["=*]+$/.test(key) && !/^\d+$/.test(key);
  return bare ? `[${key}]` : `[${JSON.stringify(key)}]`;
}

/** Writes a JSON pointer (RFC 6901) of keys and indexes. */
export function formatPointer(steps: readonly (string | number)[]): string {
  return steps.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/**
 * True where an item of a keyed list has these key values. Numbers compare by their text; a value that
 * ends in `*` is a prefix.
 */
export function itemMatches(item: Json | undefined, where: Readonly<Record<string, string>>): boolean {
  if (!isObject(item)) return false;
  for (const key in where) {
    const value = member(item, key);
    if (value === undefined || value === null || !textMatches(String(value), where[key] ?? "")) return false;
  }
  return true;
}

function textMatches(text: string, wanted: string): boolean {
  return wanted.endsWith("*") ? text.startsWith(wanted.slice(0, -1)) : text === wanted;
}

/** The values that a path finds in an object: none, one, or one an item for `[*]` and prefixes. */
export function valuesAt(root: Json | undefined, path: Path): Json[] {
  let found: Json[] = root === undefined ? [] : [root];
  for (const step of path) {
    const next: Json[] = [];
    for (const value of found) children(value, step, next);
    found = next;
  }
  return found;
}

function children(value: Json, step: Segment, into: Json[]): void {
  if (step.kind === "key" || step.kind === "prefix") {
    if (isObject(value)) membersOf(value, step, into);
  } else if (isList(value)) {
    value.forEach((item, index) => {
      if (step.kind === "each") into.push(item);
      else if (step.kind === "index" ? index === step.index : itemMatches(item, step.where)) into.push(item);
    });
  }
}

function membersOf(object: JsonObject, step: Segment, into: Json[]): void {
  if (step.kind === "key") {
    const found = member(object, step.key);
    if (found !== undefined) into.push(found);
  } else if (step.kind === "prefix") {
    for (const key of Object.keys(object)) {
      const found = key.startsWith(step.prefix) ? member(object, key) : undefined;
      if (found !== undefined) into.push(found);
    }
  }
}
