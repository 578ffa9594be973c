import { LearnError } from "./error.js";
import { badSchema } from "./members.js";
import { type Place, placeText } from "./place.js";

/** As deep as the rules that are made of it can be compiled, with room to spare. */
const MAX_DEPTH = 250;
/** The largest kinds that are known have some thousands. */
const MAX_VALUES = 50_000;

/** What an object was read as: it may stand in many places. */
interface Read<Result> {
  readonly result: Result;
  /** How many values are in it, each as often as it occurs, and how deep they are nested. */
  readonly values: number;
  readonly depth: number;
}

/** Objects that were read already, by themselves. */
export type Known<Result> = Map<object, Read<Result>>;

/** Counts what is read of a definition, so that too much of it, and what contains itself, is refused. */
export class Nesting {
  readonly #open = new Set<object>();
  #values = 0;
  #deepest = 0;
  constructor(private readonly definition: string) {}

  /**
   * Reads an object, once however often it occurs.
   * @throws LearnError `bad-schema` for a cycle, `too-large`
   */
  within<Result>(value: object, at: Place, known: Known<Result>, read: () => Result): Result {
    if (this.#open.has(value)) throw badSchema(this.definition, at, "it contains itself");
    const before = known.get(value);
    this.#count(before?.values ?? 1, this.#open.size + (before?.depth ?? 1), at);
    if (before !== undefined) return before.result;
    const [values, deepest] = [this.#values - 1, this.#deepest];
    this.#deepest = this.#open.size + 1;
    this.#open.add(value);
    const result = read();
    this.#open.delete(value);
    known.set(value, { result, values: this.#values - values, depth: this.#deepest - this.#open.size });
    this.#deepest = Math.max(this.#deepest, deepest);
    return result;
  }

  #count(values: number, depth: number, at: Place): void {
    if (depth > MAX_DEPTH) throw this.#large(at, `nested deeper than ${MAX_DEPTH} levels`);
    this.#values += values;
    if (this.#values > MAX_VALUES) throw this.#large(at, `more than ${MAX_VALUES} values`);
    this.#deepest = Math.max(this.#deepest, depth);
  }

  #large(at: Place, detail: string): LearnError {
    const hint =
      "Write its facts by hand, with the type any for what lies deep: docs/authoring-rules.md, Facts of your own.";
    return new LearnError("too-large", detail, hint, this.definition, placeText(at));
  }
}
