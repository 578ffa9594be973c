import type { ConditionalPath, KindFacts } from "../../src/core/facts.js";
import type { Json } from "../../src/core/json.js";
import type { FactType } from "../../src/rules/set.js";

/** One entry of sources.json: CRD files in a published Go module, or in a git repository where no module has them. */
export type Source = ModuleSource | RepositorySource;

interface Files {
  readonly version: string;
  readonly files: readonly string[];
  /** Those to take; the files may define others. */
  readonly kinds: readonly string[];
}

export interface ModuleSource extends Files {
  readonly module: string;
}

export interface RepositorySource extends Files {
  readonly repository: string;
  /** 40 hexadecimal digits. `version` is its name for people: a tag, or a branch. */
  readonly commit: string;
}

/** A CustomResourceDefinition, as far as it is looked at here. */
export interface Definition {
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string };
    readonly conversion?: object;
    readonly versions: readonly {
      readonly served: boolean;
      readonly schema: { readonly openAPIV3Schema: Schema };
    }[];
  };
}

/** A structural schema, as far as something is put into it. */
export interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly nullable?: boolean;
  readonly default?: Json;
}

/** What no definition says of a kind; each line names its source. */
export interface Measured {
  /** What the server does with a field, as a schema says it. */
  readonly schema?: readonly { readonly path: string; readonly says: Schema; readonly source: string }[];
  readonly keepFromLive?: readonly ConditionalPath[];
}

export type { FactType as TypeFacts, KindFacts };
