import { isObject, type Json, type JsonObject, member, put } from "../../../core/json.js";

/** Another value of the same type; undefined where there is none to think of. */
export function otherValue(value: Json): Json | undefined {
  switch (typeof value) {
    case "boolean":
      return !value;
    case "number":
      return value + 1;
    case "bigint":
      return value + 1n;
    case "string":
      return otherText(value);
    default:
      return undefined;
  }
}

/** A number with what follows it: `100m`, `1Gi`, `5s`, `80%`, `10.0.0.1/8`. */
const NUMBER_FIRST = /^(\d{1,15})(?=[A-Za-z%]{0,3}$)/;

function otherText(text: string): string {
  const [, digits] = NUMBER_FIRST.exec(text) ?? [];
  if (digits !== undefined) return `${Number(digits) + 1}${text.slice(digits.length)}`;
  if (isBase64(text)) return text === "eA==" ? "eQ==" : "eA==";
  return text === "" ? "x" : `${text}-x`;
}

function isBase64(text: string): boolean {
  return text.length >= 8 && text.length % 4 === 0 && /^[A-Za-z0-9+/]+={1,2}$/.test(text);
}

/** The same amount or time written in another way; undefined where none is known. To a server that keeps texts, another value. */
export function respelt(value: Json): Json | undefined {
  if (typeof value !== "string") return undefined;
  const [, digits, unit] = /^(\d{1,9})(Gi|Mi|Ki|m|s|h|)$/.exec(value) ?? [];
  if (digits === undefined || unit === undefined) return undefined;
  const count = Number(digits);
  switch (unit) {
    case "Gi":
      return `${count * 1024}Mi`;
    case "Mi":
      return `${count * 1024}Ki`;
    case "m":
      return count % 1000 === 0 ? String(count / 1000) : `${digits}000u`;
    case "s":
      return count % 60 === 0 && count > 0 ? `${count / 60}m0s` : `${count}000ms`;
    case "h":
      return `${count}h0m0s`;
    case "":
      return `${count}000m`;
    default:
      return undefined;
  }
}

/** A further item, made from one that is there: with another name, port or text; undefined where none can be made. */
export function anotherItem(item: Json): Json | undefined {
  if (!isObject(item)) return otherValue(item);
  const key = ["name", "key", "type", "containerPort", "port", "mountPath", "host"].find(
    (name) => member(item, name) !== undefined,
  );
  const found = key ?? Object.keys(item).find((name) => typeof member(item, name) === "string");
  if (found === undefined) return undefined;
  const copy: Record<string, Json | undefined> = { ...item };
  for (const name of new Set([found, ...["port", "containerPort"].filter((each) => each in item)])) {
    const value = member(item, name);
    put(copy, name, value === undefined ? undefined : otherValue(value));
  }
  return copy as JsonObject;
}
