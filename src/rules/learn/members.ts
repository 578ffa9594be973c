import { isList, isObject, type Json, type JsonObject, member } from "../../core/json.js";
import { LearnError } from "./error.js";
import { fieldAt, type Place, placeText } from "./place.js";

/** Reads the members of one object of a definition, each as what it has to be. A null one counts as absent. */
export class Members {
  constructor(
    private readonly object: JsonObject,
    readonly at: Place,
    /** The definition's name, for errors. */
    private readonly definition: string,
  ) {}

  get(name: string): Json | undefined {
    return member(this.object, name) ?? undefined;
  }

  text(name: string): string | undefined {
    const found = this.get(name);
    if (found === undefined || typeof found === "string") return found;
    throw this.bad(name, "it is a text");
  }

  number(name: string): number | undefined {
    const found = this.get(name);
    if (found === undefined || typeof found === "number") return found;
    if (typeof found === "bigint") return Number(found);
    throw this.bad(name, "it is a number");
  }

  flag(name: string): boolean {
    const found = this.get(name) ?? false;
    if (typeof found === "boolean") return found;
    throw this.bad(name, "it is true or false");
  }

  /** One of some words; an empty text says nothing. */
  word<const Word extends string>(name: string, words: readonly Word[]): Word | undefined {
    const found = this.text(name);
    const word = words.find((each) => each === found);
    if (word !== undefined || found === undefined || found === "") return word;
    throw this.bad(name, `it is one of ${words.join(", ")}`);
  }

  list(name: string): readonly Json[] | undefined {
    const found = this.get(name);
    if (found === undefined || isList(found)) return found;
    throw this.bad(name, "it is a list");
  }

  texts(name: string): readonly string[] {
    return (this.list(name) ?? []).map((each) => {
      if (typeof each === "string") return each;
      throw this.bad(name, "it is a list of texts");
    });
  }

  struct(name: string): JsonObject | undefined {
    const found = this.get(name);
    if (found === undefined || isObject(found)) return found;
    throw this.bad(name, "it is an object");
  }

  bad(name: string | undefined, detail: string): LearnError {
    const at = name === undefined ? this.at : fieldAt(this.at, name);
    return badSchema(this.definition, at, detail);
  }
}

export function badSchema(definition: string, at: Place, detail: string): LearnError {
  const hint = "No API server takes this: correct it, or export it anew (kubectl get crd NAME -o yaml).";
  return new LearnError("bad-schema", detail, hint, definition, placeText(at));
}
