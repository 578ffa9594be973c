import { type Json, setMember } from "../../core/json.js";
import {
  blockText,
  inFlow,
  isBare,
  isStorable,
  keyOf,
  moreText,
  plainText,
  quotedText,
} from "./quick-scalar.js";
import { resolvePlain } from "./scalar.js";

/** The value of a document, and the index of the line that it starts at. */
export interface Quick {
  readonly value: Json;
  readonly line: number;
}

const MAX_DEPTH = 100;
/** Line ends other than a line feed, a byte order mark, control characters: the parser knows what they mean. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNUSUAL = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff]/;

/**
 * Reads one document as far as it is plain YAML: block mappings and lists of scalars on one line, literal blocks, short flow
 * collections; such as kubectl prints and most people write. Undefined where anything else is met, right or wrong: only the YAML
 * package, which takes longer to load than this does to read, can tell.
 */
export function quickYaml(text: string): Quick | undefined {
  if (UNUSUAL.test(text)) return undefined;
  try {
    return new QuickReader(text.split("\n")).document();
  } catch (cause) {
    if (cause instanceof Unusual) return undefined;
    throw cause;
  }
}

class Unusual extends Error {}

/** Lines are taken as they come; `indents` says where the content of each starts, which moves behind the dash of a list. */
class QuickReader {
  readonly #indents: number[];
  #at = 0;
  #depth = 0;

  constructor(private readonly lines: readonly string[]) {
    this.#indents = lines.map(indentOf);
  }

  document(): Quick {
    if (/^--- *$/.test(this.lines[0] ?? "")) this.#at++;
    this.#skip();
    const line = this.#at;
    if (this.#indent() < 0) return { value: null, line };
    const value = this.#block();
    if (this.#at < this.lines.length) throw new Unusual();
    return { value, line };
  }

  /** The indentation of the line at hand, or -1 behind the last. */
  #indent(): number {
    return this.#indents[this.#at] ?? -1;
  }

  #rest(): string {
    return (this.lines[this.#at] ?? "").slice(this.#indent());
  }

  /** Passes blank lines and comments. */
  #skip(): void {
    for (; this.#at < this.lines.length; this.#at++) {
      const line = this.lines[this.#at] ?? "";
      const first = line[this.#indent()];
      if (first !== undefined && first !== "#") return;
    }
  }

  #next(): void {
    this.#at++;
    this.#skip();
  }

  /** The list or mapping that starts at the line at hand. */
  #block(): Json {
    if (++this.#depth > MAX_DEPTH) throw new Unusual();
    const value = isItem(this.#rest()) ? this.#list() : this.#map();
    this.#depth--;
    return value;
  }

  #list(): Json {
    const indent = this.#indent();
    const items: Json[] = [];
    while (this.#indent() === indent && isItem(this.#rest())) {
      const rest = this.#rest();
      const content = indentOf(rest.slice(1)) + 1;
      if (isBare(rest.slice(content))) items.push(this.#below(indent, false));
      else if (isItem(rest.slice(content)) || keyOf(rest.slice(content))) {
        this.#indents[this.#at] = indent + content;
        items.push(this.#block());
      } else items.push(this.#value(rest.slice(content), indent));
    }
    if (this.#indent() > indent) throw new Unusual();
    return items;
  }

  #map(): Json {
    const indent = this.#indent();
    const members: Record<string, Json | undefined> = {};
    const stated = new Set<string>();
    while (this.#indent() === indent) {
      const rest = this.#rest();
      const key = keyOf(rest);
      if (key === undefined || stated.has(key.name)) throw new Unusual();
      stated.add(key.name);
      const content = rest.slice(key.length);
      setMember(
        members,
        key.name,
        isBare(content) ? this.#below(indent, true) : this.#value(content, indent),
      );
    }
    if (this.#indent() > indent) throw new Unusual();
    return members;
  }

  /** What stands on the lines below a key or a dash: a key's list may be indented as the key is. */
  #below(indent: number, isKey: boolean): Json {
    this.#next();
    const below = this.#indent();
    return below > indent || (isKey && below === indent && isItem(this.#rest())) ? this.#block() : null;
  }

  /** A value that starts behind a key or a dash, whose own indentation is given. */
  #value(content: string, indent: number): Json {
    const first = content[0] ?? "";
    if (first === "|") return this.#literal(content, indent);
    const value =
      first === '"' || first === "'"
        ? quotedText(content)
        : first === "[" || first === "{"
          ? inFlow(content)
          : this.#plain(content, indent);
    this.#next();
    if (value === undefined || !isStorable(value) || this.#indent() > indent) throw new Unusual();
    return value;
  }

  /** Plain text, which goes on where the next line is indented more. */
  #plain(content: string, indent: number): Json | undefined {
    let text = plainText(content);
    if (text !== content.trimEnd()) return text === undefined ? undefined : resolvePlain(text);
    while ((this.#indents[this.#at + 1] ?? -1) > indent) {
      const more = moreText(this.lines[++this.#at] ?? "");
      if (!more) return undefined;
      text = `${text} ${more}`;
    }
    return resolvePlain(text);
  }

  #literal(header: string, indent: number): string {
    const start = ++this.#at;
    while (this.#at < this.lines.length && (this.#isBlank() || this.#indent() > indent)) this.#at++;
    const text = blockText(header, this.lines.slice(start, this.#at), this.#at === this.lines.length);
    if (text === undefined) throw new Unusual();
    this.#skip();
    if (this.#indent() > indent) throw new Unusual();
    return text;
  }

  #isBlank(): boolean {
    return this.#indent() === (this.lines[this.#at] ?? "").length;
  }
}

/** Whether a list's item starts here. */
function isItem(content: string): boolean {
  return content[0] === "-" && (content.length === 1 || content[1] === " ");
}

function indentOf(line: string): number {
  let indent = 0;
  while (line.charCodeAt(indent) === 0x20) indent++;
  return indent;
}
