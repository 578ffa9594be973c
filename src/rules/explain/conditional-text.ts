import type { ConditionalPath, FactCondition } from "../../core/facts.js";

/** A path, and when that holds which a fact says of it. */
export function conditionalText({ path, when }: ConditionalPath): string {
  const conditions = when === undefined ? [] : [when].flat();
  const texts = conditions.map((condition) => conditionText(condition, path));
  return texts.length === 0 ? path : `${path} (${texts.join(" and ")})`;
}

function conditionText({ path, exists, equals }: FactCondition, of: string): string {
  const name = path === of ? "it" : path;
  if (equals !== undefined) return `while ${name} is ${equals === "" ? "empty" : String(equals)}`;
  return exists === false
    ? `while ${name === "it" ? "there is none" : `there is no ${path}`}`
    : `while ${name === "it" ? "there is one" : `there is ${path}`}`;
}
