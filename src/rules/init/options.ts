/** What a starting rule is asked for. */
export interface StartOptions {
  /** The API version that the rule is for; left out: for all, and what is said is of the most settled one. */
  readonly version?: string | undefined;
  /** Whether it extends the rule below; left out: where there is one. */
  readonly extends?: boolean | undefined;
  /** Where the schemas are, as a file of the rule's folder reaches them. */
  readonly schemas: string;
  readonly mode: "replace" | "apply" | "merge";
}
