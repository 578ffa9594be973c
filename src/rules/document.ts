import type { Source } from "../core/decision.js";
import type { Json } from "../core/json.js";
import { parseTree } from "../generated/json-tree.js";
import { RuleError, type RuleErrorLevel } from "./errors.js";
import { frameAt, lineStarts, positionAt } from "./frame.js";
import { type Offsets, rawOffset, record, syntaxDetail } from "./offsets.js";
import type { RuleProblem } from "./problems.js";
import type { JsonNode, JsonParseError } from "./vendored.js";

/** A JSON text that knows where each of its values stands. The places are found when first asked for. */
export class RuleDocument {
  readonly file: string;
  readonly text: string;
  #starts: readonly number[] | undefined;
  #offsets: ReadonlyMap<string, Offsets> | undefined;
  #problems: readonly RuleError[] = [];

  constructor(file: string, text: string) {
    this.file = file;
    this.text = text.startsWith("\uFEFF") ? text.slice(1) : text;
  }

  /**
   * The value of the text. Comments, trailing commas and an object's key given twice are errors.
   * @returns the value, or what is wrong.
   */
  read(): { readonly value: Json } | { readonly errors: readonly RuleError[] } {
    this.#index();
    if (this.#problems.length > 0) return { errors: this.#problems };
    try {
      return { value: JSON.parse(this.text) as Json };
    } catch {
      return { errors: [this.#errorAt({ code: "syntax", detail: "invalid character" }, 0)] };
    }
  }

  /** Where the value at a JSON pointer starts; undefined where there is none. */
  positionOf(pointer: string): Source | undefined {
    const offsets = this.#index().get(pointer);
    return offsets && this.#sourceAt(offsets.value);
  }

  /** As positionOf, but of the nearest value around one that is not there. */
  nearestPosition(pointer: string): Source {
    return this.#sourceAt(this.#nearest(pointer).value);
  }

  /** An error at the value of a pointer, or at the nearest around it. */
  errorAt(problem: RuleProblem, pointer: string, level: RuleErrorLevel = "error"): RuleError {
    return this.#errorAt(problem, this.#nearest(pointer).value, level);
  }

  /** An error inside the string at a pointer; `index` counts the string's own characters from 0. */
  errorInString(
    problem: RuleProblem,
    pointer: string,
    index: number,
    level: RuleErrorLevel = "error",
  ): RuleError {
    return this.#errorAt(problem, rawOffset(this.text, this.#nearest(pointer).value, index), level);
  }

  /** An error at the key of a member. */
  errorAtKey(problem: RuleProblem, pointer: string, level: RuleErrorLevel = "error"): RuleError {
    const offsets = this.#nearest(pointer);
    return this.#errorAt(problem, offsets.key ?? offsets.value, level);
  }

  #nearest(pointer: string): Offsets {
    const index = this.#index();
    for (let at = pointer; ; at = at.slice(0, at.lastIndexOf("/"))) {
      const found = index.get(at);
      if (found) return found;
      if (at === "") return { value: 0 };
    }
  }

  #sourceAt(offset: number): Source {
    this.#starts ??= lineStarts(this.text);
    return { file: this.file, ...positionAt(this.#starts, offset) };
  }

  #errorAt(problem: RuleProblem, offset: number, level: RuleErrorLevel = "error"): RuleError {
    this.#starts ??= lineStarts(this.text);
    const position = positionAt(this.#starts, offset);
    const frame = frameAt(this.text, this.#starts, position);
    return new RuleError(problem, { file: this.file, ...position, frame }, level);
  }

  #index(): ReadonlyMap<string, Offsets> {
    if (this.#offsets) return this.#offsets;
    const offsets = new Map<string, Offsets>();
    this.#offsets = offsets;
    this.#problems = this.#scan(offsets);
    return offsets;
  }

  #scan(offsets: Map<string, Offsets>): readonly RuleError[] {
    const syntax: JsonParseError[] = [];
    try {
      const tree = parseTree(this.text, syntax, { disallowComments: true, allowTrailingComma: false });
      const [first] = syntax;
      if (first) return [this.#errorAt({ code: "syntax", detail: syntaxDetail(first.error) }, first.offset)];
      if (!tree) return [this.#errorAt({ code: "syntax", detail: "nothing" }, 0)];
      const repeated: JsonNode[] = [];
      record(tree, "", undefined, offsets, repeated);
      return repeated.map((key) =>
        this.#errorAt({ code: "duplicate-key", key: String(key.value) }, key.offset),
      );
    } catch (error) {
      if (error instanceof RangeError)
        return [this.#errorAt({ code: "syntax", detail: "nested too deeply" }, 0)];
      throw error;
    }
  }
}
