import type { KubeObject } from "../../core/json.js";
import { metadataOf, versionOf } from "../port/object.js";
import type { ListQuery } from "../port/port.js";

/** The objects that are there, each by its namespace and name, and the version at which it was last seen. */
export class KnownVersions {
  readonly #versions = new Map<string, string>();
  constructor(private readonly kind: Pick<ListQuery, "apiVersion" | "kind">) {}

  get size(): number {
    return this.#versions.size;
  }

  /** Takes note of an object. How it was known before: not at all, at this version, or at another. */
  see(object: KubeObject): "new" | "same" | "other" {
    const key = keyIn(object);
    const before = this.#versions.get(key);
    const version = versionOf(object) ?? "";
    this.#versions.set(key, version);
    if (before === undefined) return "new";
    return before === version ? "same" : "other";
  }

  forget(object: KubeObject): void {
    this.#versions.delete(keyIn(object));
  }

  /** Forgets all but the objects with these keys; what is left to say of each. */
  *keepOnly(keys: ReadonlySet<string>): Generator<KubeObject, void, undefined> {
    for (const [key, resourceVersion] of this.#versions) {
      if (keys.has(key)) continue;
      this.#versions.delete(key);
      const [namespace = "", name = ""] = key.split("/");
      yield { ...this.kind, metadata: { ...(namespace && { namespace }), name, resourceVersion } };
    }
  }
}

/** Neither a namespace nor a name has a slash. */
export function keyIn(object: KubeObject): string {
  const { namespace = "", name } = metadataOf(object);
  return `${String(namespace)}/${String(name)}`;
}
