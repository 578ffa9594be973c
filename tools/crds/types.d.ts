import type { ConditionalPath, FieldFacts, KindFacts, TypeFacts } from "../../src/core/facts.js";
import type { Json } from "../../src/core/json.js";

/** One entry of sources.json: CRD files in a published Go module. */
export interface Source {
  readonly module: string;
  readonly version: string;
  readonly files: readonly string[];
  readonly kinds: readonly string[];
}

/** A structural schema, as far as facts are read from it. */
export interface Schema {
  readonly type?: "object" | "array" | "string" | "boolean" | "integer" | "number";
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly nullable?: boolean;
  readonly default?: Json;
  readonly "x-kubernetes-int-or-string"?: boolean;
  readonly "x-kubernetes-preserve-unknown-fields"?: boolean;
  readonly "x-kubernetes-embedded-resource"?: boolean;
  readonly "x-kubernetes-list-type"?: "atomic" | "set" | "map";
  readonly "x-kubernetes-list-map-keys"?: readonly string[];
  readonly "x-kubernetes-map-type"?: "atomic" | "granular";
  readonly "x-kubernetes-validations"?: readonly {
    readonly rule: string;
    readonly optionalOldSelf?: boolean;
  }[];
}

/** A kind in one of its served versions. */
export interface CustomKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly statusSubresource: boolean;
  readonly schema: Schema;
}

/** A struct type before it has a name: its fields refer to others by `id`. */
export interface Struct {
  readonly id: string;
  readonly facts: TypeFacts;
  /** Where it occurs: the kind, then field names. */
  readonly paths: (readonly string[])[];
}

/** What is made of CRDs: the shape of a rule set's own facts. */
export interface Facts {
  readonly kinds: readonly KindFacts[];
  readonly types: Readonly<Record<string, TypeFacts>>;
}

export type { ConditionalPath, FieldFacts, Json, KindFacts, TypeFacts };
