import { printable } from "../../prose/index.js";

/** Text that is HTML already: only `html` and `lines` make it. */
export class Html {
  constructor(readonly text: string) {}
}

/** What may stand in a template: text is escaped; undefined and false leave nothing. */
export type Part = Html | string | number | undefined | false | readonly Part[];

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** The one way by which data comes into the page. Controls and marks of direction are shown, as on a terminal. */
export function escapeText(text: string): string {
  return printable(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}

/** HTML in which everything that is filled in is escaped, unless it is Html. */
export function html(template: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(template.map((text, index) => text + textOf(parts[index])).join(""));
}

function textOf(part: Part): string {
  if (part === undefined || part === false) return "";
  if (part instanceof Html) return part.text;
  if (typeof part === "object") return part.map(textOf).join("");
  return escapeText(String(part));
}

const UNSAFE = /[<>&\u2028\u2029]/g;

/** Data as JSON that no text of it can end the script element of. */
export function scriptJson(value: unknown): Html {
  const escaped = (character: string): string =>
    `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return new Html(JSON.stringify(value).replace(UNSAFE, escaped));
}
