import { asName, type Json } from "../json.js";

/** As many are kept at each level; a fleet has few names for many items. */
const LIMIT = 1000;

/**
 * The texts by which managedFields tell a list's items apart, by the values of their keys: builders state the same few on every
 * reconcile. With several keys, level by level.
 */
export class Elements {
  private readonly known = new Map<Json | undefined, string>();
  private readonly levels = new Map<Json | undefined, Elements>();

  get(value: Json | undefined): string | undefined {
    return this.known.get(value);
  }

  /** Keeps a text; what is no scalar would never be found again. */
  keep(value: Json | undefined, text: string): string {
    if (typeof value === "object") return text;
    if (this.known.size >= LIMIT) this.known.clear();
    const name = asName(text);
    this.known.set(value, name);
    return name;
  }

  /** The level of the next key. */
  below(value: Json | undefined): Elements {
    const level = this.levels.get(value);
    if (level !== undefined) return level;
    if (this.levels.size >= LIMIT) this.levels.clear();
    const made = new Elements();
    if (typeof value !== "object") this.levels.set(value, made);
    return made;
  }
}
