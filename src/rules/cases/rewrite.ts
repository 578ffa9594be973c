import { stringify } from "safe-stable-stringify";
import type { Json } from "../../core/json.js";
import { parseTree } from "../../generated/json-tree.js";
import type { JsonNode } from "../vendored.js";
import type { Restated } from "./restate.js";

/** What is written on one line at most; as the files of this project are formatted. */
const WIDTH = 110;

interface Edit {
  readonly offset: number;
  readonly length: number;
  readonly text: string;
}

/**
 * The text of a table in which cases say something else. All other text stays as it is, to the last space.
 * @param text JSON without errors that holds a table
 * @param cases what to say, by the case's position from 0
 */
export function rewriteCases(text: string, cases: ReadonlyMap<number, readonly Restated[]>): string {
  const root = parseTree(text, [], { disallowComments: true, allowTrailingComma: false });
  const rows = contentOf(member(root, "cases"));
  const edits = [...cases].flatMap(([index, parts]) => {
    const row = rows?.children?.[index];
    return row === undefined ? [] : caseEdits(text, row, parts);
  });
  return edits
    .sort((left, right) => right.offset - left.offset)
    .reduce(
      (all, { offset, length, text: put }) => all.slice(0, offset) + put + all.slice(offset + length),
      text,
    );
}

function caseEdits(text: string, row: JsonNode, parts: readonly Restated[]): Edit[] {
  const added: string[] = [];
  const gone = new Set<JsonNode>();
  const edits: Edit[] = [];
  for (const { at, value } of parts) {
    const [name, path] = at;
    const outer = member(row, name);
    const property = path === undefined ? outer : member(contentOf(outer), path);
    if (property === undefined && value !== undefined) added.push(statement(text, row, name, value));
    else if (property !== undefined && value !== undefined) edits.push(replaced(text, property, value));
    else if (property !== undefined) gone.add(property);
  }
  return [...edits, ...removals(row, gone), ...addition(text, row, gone, added)];
}

/** `"name": value`, on one line. */
function statement(text: string, row: JsonNode, name: string, value: Json): string {
  const [first] = row.children ?? [];
  return `${JSON.stringify(name)}:${first === undefined ? " " : afterColon(text, first)}${onOneLine(value)}`;
}

function afterColon(text: string, property: JsonNode): string {
  const [name, value] = property.children ?? [];
  if (name === undefined || value === undefined) return " ";
  return /:(\s*)$/.exec(text.slice(end(name), value.offset))?.[1] ?? " ";
}

/** A list that stood on several lines still does, and so does one that is too long for one. */
function replaced(text: string, property: JsonNode, value: Json): Edit {
  const old = contentOf(property) ?? property;
  const { offset, length } = old;
  const short = onOneLine(value);
  const lineStart = text.lastIndexOf("\n", offset) + 1;
  const isLong = offset - lineStart + short.length > WIDTH;
  const wasTall = text.slice(offset, offset + length).includes("\n");
  if (!Array.isArray(value) || !(wasTall || isLong)) return { offset, length, text: short };
  const indent = /^[\t ]*/.exec(text.slice(lineStart))?.[0] ?? "";
  const [newline, unit] = [text.includes("\r\n") ? "\r\n" : "\n", /\n([\t ]+)/.exec(text)?.[1] ?? "  "];
  const items = value.map((item) => `${newline}${indent}${unit}${onOneLine(item)}`);
  return { offset, length, text: `[${items.join(",")}${newline}${indent}]` };
}

/** Each with the comma and the space that part it from the property before it. A case's name, its first, never goes. */
function removals(row: JsonNode, gone: ReadonlySet<JsonNode>): Edit[] {
  const all = row.children ?? [];
  const first = all.findIndex((each) => !gone.has(each));
  return all.flatMap((property, index): Edit[] => {
    if (!gone.has(property)) return [];
    const [before, after] = [all[index - 1], all[index + 1]];
    if (index < first && after !== undefined)
      return [{ offset: property.offset, length: after.offset - property.offset, text: "" }];
    const from = before === undefined ? property.offset : end(before);
    return [{ offset: from, length: end(property) - from, text: "" }];
  });
}

/** After the last property that stays: on lines of their own where that has one. */
function addition(
  text: string,
  row: JsonNode,
  gone: ReadonlySet<JsonNode>,
  added: readonly string[],
): Edit[] {
  const last = row.children?.findLast((each) => !gone.has(each));
  if (added.length === 0 || last === undefined) return [];
  const lead = text.slice(0, last.offset);
  const ownLine = /(\r?\n[\t ]*)$/.exec(lead)?.[1];
  const apart = ownLine ?? (/^\{\s/.test(text.slice(row.offset)) || afterColon(text, last) !== "" ? " " : "");
  return [{ offset: end(last), length: 0, text: added.map((each) => `,${apart}${each}`).join("") }];
}

/** JSON with a space after each comma, as people write it. */
function onOneLine(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(", ")}]`;
  if (value === null || typeof value !== "object") return stringify(value) ?? "null";
  const members = Object.entries(value).map(
    ([name, each]) => `${JSON.stringify(name)}: ${onOneLine(each as Json)}`,
  );
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

function member(object: JsonNode | undefined, name: string): JsonNode | undefined {
  if (object?.type !== "object") return undefined;
  return object.children?.find((each) => each.children?.[0]?.value === name);
}

/** A property's value. */
function contentOf(property: JsonNode | undefined): JsonNode | undefined {
  return property?.type === "property" ? property.children?.[1] : undefined;
}

function end({ offset, length }: JsonNode): number {
  return offset + length;
}
