/** What a schema cannot tell of a kind: `code` says what, the rest where. */
export type Unlearned =
  /** Admission webhooks and policies, which no schema shows. */
  | { readonly code: "admission" }
  /** A validation rule on changes of which no fact was made, or not all of what it refuses. */
  | { readonly code: "transition-rule"; readonly path: string; readonly rule: string }
  /** The versions are converted by a webhook. */
  | { readonly code: "conversion-webhook" }
  /** Another version is stored, and its schema differs. */
  | { readonly code: "stored-otherwise"; readonly stored: string }
  /** Fields that the schema does not describe are kept there. */
  | { readonly code: "unknown-fields-kept"; readonly path: string }
  /** A custom kind of which only OpenAPI was read: not how its versions are converted, and which one is stored. */
  | { readonly code: "definition-unread" }
  /** The version has no schema. */
  | { readonly code: "no-schema" }
  /** A value without a type. */
  | { readonly code: "untyped"; readonly path: string }
  /** A default that a double cannot hold, so that it is not taken. */
  | { readonly code: "large-default"; readonly path: string }
  /** Of an aggregated API: fields of which it is not said whether a zero is stored. */
  | { readonly code: "zeros"; readonly fields: number }
  /** Of an aggregated API: defaults that its code works out. */
  | { readonly code: "computed-defaults" }
  /** Of an aggregated API: what an update refuses. */
  | { readonly code: "immutable" }
  /** A built-in type within an aggregated kind, whose defaults are taken for what this server fills in too. */
  | { readonly code: "defaults-assumed"; readonly path: string; readonly type: string }
  /** A type that the server's documents name and do not describe. */
  | { readonly code: "undescribed"; readonly path: string; readonly type: string };
