import { isList, isObject, type Json, member } from "../../../core/json.js";

/** A document is not as its format says. */
export class ReadingError extends Error {
  override readonly name = "ReadingError";
  constructor(
    readonly path: string,
    wanted: string,
  ) {
    super(`${path || "the document"} is not ${wanted}`);
  }
}

/** A place in a document: says what stands there, or throws a ReadingError that names it. */
export class Reading {
  constructor(
    readonly value: Json | undefined,
    readonly path = "",
  ) {}

  get(key: string): Reading {
    if (!isObject(this.value)) throw new ReadingError(this.path, "an object");
    return new Reading(member(this.value, key), this.path === "" ? key : `${this.path}.${key}`);
  }

  /** What `read` makes of it, or undefined where there is nothing. */
  maybe<T>(read: (reading: Reading) => T): T | undefined {
    return this.value === undefined ? undefined : read(this);
  }

  text(): string {
    if (typeof this.value !== "string") throw new ReadingError(this.path, "a text");
    return this.value;
  }

  /** One of these texts. */
  oneOf<T extends string>(all: readonly T[]): T {
    const found = all.find((each) => each === this.value);
    if (found === undefined) throw new ReadingError(this.path, `one of ${all.join(", ")}`);
    return found;
  }

  /** A finite number. */
  count(): number {
    const number = typeof this.value === "bigint" ? Number(this.value) : this.value;
    if (typeof number !== "number" || !Number.isFinite(number)) throw new ReadingError(this.path, "a number");
    return number;
  }

  /** Milliseconds since 1970. */
  time(): number {
    const at = Date.parse(this.text());
    if (Number.isNaN(at)) throw new ReadingError(this.path, "a time");
    return at;
  }

  /** The items; none where it is left out. */
  list<T>(read: (reading: Reading) => T): T[] {
    if (this.value === undefined) return [];
    if (!isList(this.value)) throw new ReadingError(this.path, "a list");
    return this.value.map((item, index) => read(new Reading(item, `${this.path}[${index}]`)));
  }

  /** The members by name; none where it is left out. */
  map<T>(read: (reading: Reading) => T): Map<string, T> {
    if (this.value === undefined) return new Map();
    if (!isObject(this.value)) throw new ReadingError(this.path, "an object");
    return new Map(Object.keys(this.value).map((key) => [key, read(this.get(key))]));
  }

  /** Whatever stands there. */
  json(): Json {
    return this.value ?? null;
  }
}
