/** One thing that a schema finds wrong. */
export interface SchemaIssue {
  /** A JSON pointer to the value. */
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The schema that the keyword stands in. */
  readonly parentSchema: { readonly properties?: Readonly<Record<string, unknown>> };
  /** The value that is wrong. */
  readonly data: unknown;
}

/** A compiled schema: whether the value is right; what is wrong is left in `errors`. */
export interface Validator {
  (value: unknown): boolean;
  errors?: readonly SchemaIssue[] | null;
}

/** A value of a JSON text and where it stands. A property has its key and its value as children. */
export interface JsonNode {
  readonly type: "object" | "array" | "property" | "string" | "number" | "boolean" | "null";
  readonly offset: number;
  readonly length: number;
  readonly value?: unknown;
  readonly children?: readonly JsonNode[];
}

/** What is wrong with a JSON text; `error` is a number that printParseErrorCode names. */
export interface JsonParseError {
  readonly error: number;
  readonly offset: number;
  readonly length: number;
}
