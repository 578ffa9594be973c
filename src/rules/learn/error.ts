/** Why nothing can be learned from something. */
export type LearnCode =
  /** No CustomResourceDefinition, or one without a group, a kind or versions. */
  | "no-definition"
  /** A schema that no API server takes: a part of another type than it can be, a cycle. */
  | "bad-schema"
  /** No JSON as the API server prints it: a typed object of client-node, which spells keywords otherwise; a Date; text. */
  | "not-wire-json"
  /** Nested deeper, or larger, than any kind is. */
  | "too-large"
  /** Two definitions of the same kind. */
  | "defined-twice";

/** Something that nothing can be learned from. */
export class LearnError extends Error {
  override readonly name = "LearnError";
  constructor(
    readonly code: LearnCode,
    /** What is wrong. */
    readonly detail: string,
    /** What to do about it. */
    readonly hint: string,
    /** The definition's name, as far as it has one. */
    readonly definition?: string,
    /** Where in the definition: `spec.versions[0].schema.openAPIV3Schema.properties.spec`. */
    readonly path?: string,
  ) {
    super([definition, path, detail].filter((part) => part !== undefined).join(": "));
  }
}
