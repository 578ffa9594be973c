import { isList, isObject, type Json, member } from "../../../core/json.js";

/** The index of the item with these keys; a key that an item does not state may have a default. */
export function itemIn(list: Json | undefined, where: Readonly<Record<string, string>>): number | undefined {
  if (!isList(list)) return undefined;
  const isIt = (item: Json): boolean =>
    isObject(item) &&
    Object.entries(where).every(([key, value]) => {
      const own = member(item, key);
      return own === undefined || String(own) === value;
    });
  const index = list.findIndex(isIt);
  return index < 0 ? undefined : index;
}

/** The names of a list's items, where each has one of its own. */
export function namesOf(list: readonly Json[]): readonly string[] | undefined {
  const names = list.map((item) => (isObject(item) ? member(item, "name") : undefined));
  const texts = names.filter((name) => typeof name === "string");
  return texts.length > 0 && texts.length === list.length && new Set(texts).size === texts.length
    ? texts
    : undefined;
}
