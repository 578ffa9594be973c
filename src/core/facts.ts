import type { Json } from "./json.js";

/**
 * What the API server does with one value of a built-in kind.
 *
 * Read together with FieldFacts: unless `pointer` is true a zero (false, 0, ""), {} or [] is the
 * same as absent, as Go's JSON encoding and the server's protobuf storage make it.
 */
export type ValueFacts =
  | { readonly type: "string" | "boolean" | "integer" | "number" }
  | { readonly type: "intOrString" | "time" | "microTime" | "bytes" }
  /** `milli`: rounded up to thousandths, as the values of a ResourceList are. */
  | { readonly type: "quantity"; readonly milli?: true }
  /**
   * JSON that is kept as it is: RawExtension, apiextensions' JSON. With `ref` an object is that struct and
   * a list is one of such structs (JSONSchemaPropsOrBool, ...OrArray); anything else is kept. `atomic`: apply
   * replaces an object whole (RawExtension); else it merges objects by their members.
   */
  | { readonly type: "any"; readonly ref?: string; readonly atomic?: true }
  /** `ref` names a TypeFacts, for example "core/v1.PodSpec". `atomic`: one value under apply. */
  | { readonly type: "struct"; readonly ref: string; readonly atomic?: true }
  | { readonly type: "map"; readonly of: ItemFacts; readonly atomic?: true }
  /** `list` left out is atomic: order counts. A keyed list pairs its items by `keys`. */
  | {
      readonly type: "list";
      readonly of: ItemFacts;
      readonly list?: "set" | "keyed";
      readonly keys?: readonly string[];
      /** Of a keyed list: what the server takes no two items alike in, beside their keys. */
      readonly unique?: readonly UniqueFacts[];
    };

/** What no two items of a keyed list may have alike (a port's name): an apply beside somebody else's such item is refused. */
export interface UniqueFacts {
  /** Two items that have a value in the first of these fields and are alike in all of them are refused. */
  readonly fields: readonly string[];
  /** An item without a value in the first field is taken only as the one item. */
  readonly alone?: true;
}

/** A map's values or a list's items; in a custom kind null may be one of them, or may stand for a default. */
export type ItemFacts = ValueFacts & { readonly nullable?: true; readonly default?: Json };

/** What the API server does with a field of a struct. */
export type FieldFacts = ValueFacts & {
  /** The Go field is a pointer: zero, {} and [] are values, other than absent. */
  readonly pointer?: true;
  /** In a struct stored as it is: null is a value. */
  readonly nullable?: true;
  /** The value that the server stores where the field is absent and its struct is present. */
  readonly default?: Json;
  /** The default holds only while each named sibling has (after its own default) one of these values. */
  readonly when?: Readonly<Record<string, readonly Json[]>>;
  /** A default that code must work out: a name in src/core/computed. It replaces `default`. */
  readonly computed?: string;
  /** In a struct stored as it is: the server takes the field and never stores it, since the version it stores objects in has none such. */
  readonly dropped?: true;
  /** The feature gate, closed unless somebody opens it, without which the server drops the field. */
  readonly gate?: string;
};

/**
 * Fields of a struct of which only some may be set at once. A PUT that leaves the others out switches it; a merge
 * patch and a server-side apply leave live's where they are (defaulted, or another manager's), and are refused.
 */
export interface UnionFacts {
  /** The field whose value says which members may be set. Without one, the member that is set says so itself. */
  readonly discriminator?: string;
  /**
   * The fields that go with each value of the discriminator, and with no value that does not name them. Without
   * a discriminator: the fields of each member, which may be set together, by the first one's name.
   */
  readonly members: Readonly<Record<string, readonly string[]>>;
}

/** A struct type, by the JSON names of its fields. Stands once, however many kinds use it. */
export interface TypeFacts {
  readonly fields: Readonly<Record<string, FieldFacts>>;
  readonly unions?: readonly UnionFacts[];
  /**
   * asIs: a custom kind's struct. Every zero, {} and [] in it is a value, and null is pruned (left out, or
   * replaced by the default) unless the field is nullable.
   */
  readonly stored?: "asIs";
  /** asIs only: fields that are not listed are kept as they are (x-kubernetes-preserve-unknown-fields). */
  readonly keepsUnknown?: true;
  /** asIs only: fields that are not listed are dropped, and by an apply too not refused. */
  readonly dropsUnknown?: true;
}

/** A condition on the live object. */
export interface FactCondition {
  readonly path: string;
  readonly exists?: boolean;
  readonly equals?: Json;
}

/**
 * A path and, where it does not always hold, its conditions on live, all of which must hold; of two with the same path, either
 * one will do. `source` says how it is known.
 */
export interface ConditionalPath {
  readonly path: string;
  readonly when?: FactCondition | readonly FactCondition[];
  /** immutable only: refused only where desired states another value; left out, it goes. */
  readonly stated?: true;
  /**
   * mutable only, within an immutable path: in one way. A list or map only gets further items (adding) or loses some
   * (removing), while the others stay as they are, or the same ones are put otherwise (reordering); a number or quantity only
   * goes up (raising) or down (lowering), or is set where there is none.
   */
  readonly only?: "adding" | "removing" | "reordering" | "raising" | "lowering";
  /** immutable only: {} where live has nothing is another value too. */
  readonly empty?: true;
  /** keepFromLive only: the server fills it in again on update, so that not even null takes it away. */
  readonly refilled?: true;
  readonly source?: string;
}

/** What is special about a kind beyond its root type. */
export interface KindFacts {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** The root type: a TypeFacts name. */
  readonly type: string;
  readonly namespaced: boolean;
  /** Whether status, which the root type has either way, is written through a subresource only. */
  readonly statusSubresource: boolean;
  /** Facts that differ for this kind only, by path; merged over the type's field facts. */
  readonly fields?: Readonly<Record<string, Partial<FieldFacts>>>;
  /** Refused on update. */
  readonly immutable?: readonly ConditionalPath[];
  /** Exceptions inside an immutable path. */
  readonly mutable?: readonly ConditionalPath[];
  /** Filled in at creation; a PUT without it is refused or keeps it, so absent means live's value. */
  readonly keepFromLive?: readonly ConditionalPath[];
  /** An update keeps live's value whatever it states (a Namespace's spec.finalizers, a CertificateSigningRequest's spec). */
  readonly ignoredOnUpdate?: readonly ConditionalPath[];
  /** A field that is folded into another and never stored (Secret.stringData). */
  readonly writeOnly?: Readonly<Record<string, { readonly into: string; readonly encode: "base64" }>>;
  /** Finalizers that the server itself adds at creation. */
  readonly serverFinalizers?: readonly string[];
  /** Paths whose values are never shown. */
  readonly sensitive?: readonly string[];
}

/** Where facts come from; both loads are by name, so that a kind's facts are read when first needed. */
export interface FactSource {
  kind(group: string, version: string, kind: string): KindFacts | undefined;
  type(ref: string): TypeFacts | undefined;
  /** Every kind, for lint and listing. */
  kinds(): readonly { readonly group: string; readonly version: string; readonly kind: string }[];
}
