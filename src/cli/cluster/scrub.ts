import { isList, isObject, type Json, member } from "../../core/json.js";
import type { Manifest } from "../input/index.js";
import { SECRET_FIELDS } from "../objects/secret-fields.js";

/** What stands in the place of a secret's value. */
const INSTEAD = "<secret>";

/** A text by somebody else about an object, without the values of a Secret that it may quote, as they are or decoded. */
export function scrub(text: string, { kind, object }: Manifest): string {
  if (kind !== "Secret") return text;
  const values = SECRET_FIELDS.flatMap((field) => leavesOf(member(object, field) ?? null));
  const forms = values.flatMap((value) => [value, decoded(value), JSON.stringify(value).slice(1, -1)]);
  return [...new Set(forms)]
    .filter((value) => value !== "")
    .sort((a, b) => b.length - a.length)
    .reduce((rest, value) => rest.replace(patternOf(value), INSTEAD), text);
}

/** A long value anywhere, a short one where it stands by itself: of a word, any letter may be a value. */
function patternOf(value: string): RegExp {
  const literal = value.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(value.length > 3 ? literal : `(?<![A-Za-z0-9])${literal}(?![A-Za-z0-9])`, "g");
}

function leavesOf(value: Json): string[] {
  if (value === null || typeof value === "boolean") return [];
  if (isList(value)) return value.flatMap(leavesOf);
  if (isObject(value)) return Object.keys(value).flatMap((key) => leavesOf(member(value, key) ?? null));
  return [String(value)];
}

function decoded(value: string): string {
  return Buffer.from(value, "base64").toString("utf8");
}
