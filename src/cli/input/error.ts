import type { Place } from "./frame.js";

/** What is wrong with an input file. */
export type InputCode =
  /** No such file or directory. */
  | "not-found"
  /** The file is there and cannot be read. */
  | "unreadable"
  /** A directory without a manifest, or no object in all of the files. */
  | "no-manifests"
  /** Larger than this program reads in reasonable time. */
  | "too-large"
  /** The bytes are not UTF-8 (or UTF-16 with a byte order mark). */
  | "not-text"
  | "bad-json"
  | "bad-yaml"
  /** A YAML mapping that has a key twice. */
  | "duplicate-key"
  /** A key that JSON cannot have: null, a list, a mapping. */
  | "bad-key"
  /** A number that JSON cannot hold: infinity, NaN. */
  | "bad-number"
  /** An explicit YAML tag that its value does not fit. */
  | "bad-tag"
  | "too-deep"
  /** Aliases that expand to more than any manifest needs. */
  | "too-many-aliases"
  /** A list or a scalar where an object is expected. */
  | "not-an-object"
  /** No kind, or no apiVersion. */
  | "no-kind"
  /** metadata, name or namespace of another type than the server takes. */
  | "bad-metadata";

/** Where an InputError is, and how to go on. */
export interface InputDetail extends Partial<Place> {
  readonly file: string;
  /** What to do about it. */
  readonly hint?: string | undefined;
}

/** A file that cannot be read as Kubernetes objects. */
export class InputError extends Error {
  override readonly name = "InputError";
  readonly file: string;
  readonly line: number | undefined;
  readonly column: number | undefined;
  readonly frame: string | undefined;
  readonly hint: string | undefined;

  constructor(
    readonly code: InputCode,
    message: string,
    detail: InputDetail,
  ) {
    super(message);
    this.file = detail.file;
    this.line = detail.line;
    this.column = detail.column;
    this.frame = detail.frame;
    this.hint = detail.hint;
  }
}
