import type { FactSource } from "../../core/facts.js";
import { pluralOf } from "../port/plural.js";
import type { Target } from "./request.js";

/** The kinds of resources: a log names objects by the plural, and a kind only where it has bodies. */
export class Kinds {
  readonly #facts: FactSource;
  readonly #byResource = new Map<string, string>();
  /** The versions that facts know. */
  readonly #known = new Map<string, { readonly version: string; readonly kind: string }[]>();
  #learned = 0;

  constructor(facts: FactSource) {
    this.#facts = facts;
    for (const { group, version, kind } of facts.kinds()) {
      const plural = pluralOf(kind.toLowerCase());
      this.#byResource.set(`${group}/${version}/${plural}`, kind);
      const versions = this.#known.get(`${group}/${plural}`) ?? [];
      versions.push({ version, kind });
      this.#known.set(`${group}/${plural}`, versions);
    }
  }

  /** Its kind; the plural itself where no facts and no body before have named it. */
  of({ group, version, resource }: Target): string {
    return this.#byResource.get(`${group}/${version}/${resource}`) ?? resource;
  }

  /** Does it hold secrets, whatever its bodies say that they are? */
  isSensitive({ group, resource }: Target): boolean {
    if (group === "" && resource === "secrets") return true;
    const versions = this.#known.get(`${group}/${resource}`) ?? [];
    return versions.some(
      ({ version, kind }) => (this.#facts.kind(group, version, kind)?.sensitive ?? []).length > 0,
    );
  }

  /** A body of the resource has named its kind. */
  learn({ group, version, resource, subresource }: Target, kind: string): void {
    if (subresource !== "" && subresource !== "status") return;
    const key = `${group}/${version}/${resource}`;
    if (this.#byResource.has(key) || this.#learned > LEARNED) return;
    this.#byResource.set(key, kind);
    this.#learned += key.length + kind.length;
  }
}

/** Characters: of more kinds than any cluster has. */
const LEARNED = 1 << 20;
