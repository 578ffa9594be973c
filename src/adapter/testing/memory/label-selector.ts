import { isObject, type JsonObject, member } from "../../../core/json.js";
import { metadataOf } from "../../port/object.js";
import { badRequest } from "./errors.js";

type Requirement = (labels: JsonObject) => boolean;

const COMMA = /,(?![^()]*\))/;
const SET = /^([^\s!=(),]+)\s+(in|notin)\s*\(([^()]*)\)$/;
const EQUALITY = /^([^\s!=(),]+)\s*(==|=|!=)\s*([^\s!=(),]*)$/;
const EXISTENCE = /^(!?)\s*([^\s!=(),]+)$/;

/**
 * A label selector as a test of objects.
 * @throws ApiError 400 where it cannot be read
 */
export function selectorOf(text: string | undefined): (object: JsonObject) => boolean {
  const parts = (text ?? "").trim() === "" ? [] : (text ?? "").split(COMMA);
  const requirements = parts.map((part) => requirement(part.trim()));
  return (object) => {
    const { labels } = metadataOf(object);
    return requirements.every((holds) => holds(isObject(labels) ? labels : {}));
  };
}

function requirement(text: string): Requirement {
  const set = SET.exec(text);
  if (set !== null) {
    const [, key = "", operator, list = ""] = set;
    const values = list.split(",").map((value) => value.trim());
    return (labels) => isOneOf(labels, key, values) === (operator === "in");
  }
  const equality = EQUALITY.exec(text);
  if (equality !== null) {
    const [, key = "", operator, value = ""] = equality;
    return (labels) => isOneOf(labels, key, [value]) === (operator !== "!=");
  }
  const existence = EXISTENCE.exec(text);
  if (existence === null) throw badRequest(`unable to parse the label selector: ${text}`);
  const [, not, key = ""] = existence;
  return (labels) => (member(labels, key) === undefined) === (not === "!");
}

function isOneOf(labels: JsonObject, key: string, values: readonly string[]): boolean {
  const value = member(labels, key);
  return typeof value === "string" && values.includes(value);
}
