import type { Json } from "../../core/json.js";
import type { Unlearned } from "../../core/unlearned.js";

/** A structural schema, as far as something is learned from it. */
export interface Schema {
  readonly type?: "object" | "array" | "string" | "boolean" | "integer" | "number";
  readonly properties: ReadonlyMap<string, Schema>;
  /** `additionalProperties`: what the values are, or that they are anything. */
  readonly values?: Schema | true;
  readonly items?: Schema;
  readonly required: ReadonlySet<string>;
  readonly nullable: boolean;
  readonly default?: Json;
  /** The version that objects are stored in does not have it. */
  readonly dropped?: true;
  /** The version that objects are stored in does not keep its unknown fields. */
  readonly dropsUnknown?: true;
  readonly intOrString: boolean;
  /** Fields that are not in `properties` are kept. */
  readonly preserves: boolean;
  readonly embedded: boolean;
  readonly list?: "set" | "map";
  readonly keys: readonly string[];
  readonly atomic: boolean;
  readonly rules: readonly ValidationRule[];
  /** What a value must be like. */
  readonly enum?: readonly Json[];
  readonly format?: string;
  readonly minimum?: number;
  readonly minLength?: number;
  readonly minItems?: number;
}

/** One of `x-kubernetes-validations`. */
export interface ValidationRule {
  readonly rule: string;
  /** It is asked where there is no old value, too. */
  readonly optionalOldSelf: boolean;
}

/** A kind in one of its served versions. */
export interface CustomKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** As its resource is called: `widgets`. */
  readonly plural?: string;
  readonly namespaced: boolean;
  readonly statusSubresource: boolean;
  /** The version that objects are stored in. */
  readonly stored?: string;
  readonly schema: Schema;
  /** What the definition says that it does not tell. */
  readonly unknowns: readonly Unlearned[];
}
