import type { FactSource, KindFacts } from "../core/facts.js";
import { formatPath } from "../core/path.js";

/** Top-level fields of every object, whatever its kind. */
export const OF_EVERY_OBJECT: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

/** Top-level fields that no kind has of its own: they say what an object is, or are compared otherwise than fields are. */
export const SERVERS: ReadonlySet<string> = new Set([...OF_EVERY_OBJECT, "status"]);

/** The top-level fields that a kind has, but for metadata and status. */
export function topFields(facts: FactSource, kind: KindFacts): readonly string[] {
  const names = Object.keys(facts.type(kind.type)?.fields ?? {});
  return names.filter((name) => !SERVERS.has(name)).map((key) => formatPath([{ kind: "key", key }]));
}
