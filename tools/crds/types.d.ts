import type { KindFacts } from "../../src/core/facts.js";
import type { FactType } from "../../src/rules/set.js";

/** One entry of sources.json: CRD files in a published Go module. */
export interface Source {
  readonly module: string;
  readonly version: string;
  readonly files: readonly string[];
  readonly kinds: readonly string[];
}

export type { FactType as TypeFacts, KindFacts };
