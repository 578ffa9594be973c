import type { FactSource, KindFacts } from "../../core/facts.js";
import { formatPath } from "../../core/path.js";
import { covers } from "./covers.js";

const SERVERS: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata", "status"]);

/** The top-level fields that a kind has, but for metadata and status. */
export function topFields(facts: FactSource, kind: KindFacts): readonly string[] {
  const names = Object.keys(facts.type(kind.type)?.fields ?? {});
  return names.filter((name) => !SERVERS.has(name)).map((key) => formatPath([{ kind: "key", key }]));
}

/** In metadata or status, which are not compared as fields are. */
export function isServers(path: string): boolean {
  return covers("metadata", path) || covers("status", path);
}
