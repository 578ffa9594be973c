import type { FactSource } from "../../core/facts.js";
import { pluralOf } from "../port/plural.js";
import type { Target } from "./request.js";

/** The kinds of resources: a log names objects by the plural, and a kind only where it has bodies. */
export class Kinds {
  readonly #byResource = new Map<string, string>();

  constructor(facts: FactSource) {
    for (const { group, version, kind } of facts.kinds()) {
      this.#byResource.set(`${group}/${version}/${pluralOf(kind.toLowerCase())}`, kind);
    }
  }

  /** Its kind; the plural itself where no facts and no body before have named it. */
  of({ group, version, resource }: Target): string {
    return this.#byResource.get(`${group}/${version}/${resource}`) ?? resource;
  }

  /** A body of the resource has named its kind. */
  learn({ group, version, resource }: Target, kind: string): void {
    const key = `${group}/${version}/${resource}`;
    if (!this.#byResource.has(key) && this.#byResource.size < LEARNED) this.#byResource.set(key, kind);
  }
}

/** More kinds than any cluster has. */
const LEARNED = 20_000;
