import { groupVersionOf } from "../../core/decide/identity.js";
import type { FactSource, ValueFacts } from "../../core/facts.js";
import { isObject, type JsonObject, member as memberOf } from "../../core/json.js";
import { formatPath, type Path } from "../../core/path.js";

/** What facts say of the value at a place of one kind's objects; undefined where they say nothing. */
export interface FactsAt {
  /** The whole object. */
  readonly root: ValueFacts | undefined;
  /** The kind holds secrets. */
  readonly isSensitive: boolean;
  /** Of an object's member. `path` leads to the member. */
  member(of: ValueFacts | undefined, key: string, path: Path): ValueFacts | undefined;
  /** Paths of the lists that the kind's spec may have, and that this object has not. */
  listsWithout(object: JsonObject): readonly string[];
}

const METADATA: ValueFacts = { type: "struct", ref: "meta/v1.ObjectMeta" };

/** The facts of a kind, to be followed down from its root. */
export function factsAt(facts: FactSource, apiVersion: string, kind: string): FactsAt {
  const { group, version } = groupVersionOf(apiVersion);
  const known = facts.kind(group, version, kind);
  const member = (of: ValueFacts | undefined, key: string, path: Path): ValueFacts | undefined => {
    const found = fieldOf(facts, of, key) ?? (path.length === 1 && key === "metadata" ? METADATA : undefined);
    const own = known?.fields === undefined ? undefined : known.fields[formatPath(path)];
    return own === undefined || found === undefined ? found : ({ ...found, ...own } as ValueFacts);
  };
  const listsWithout = ({ spec }: JsonObject): readonly string[] => {
    const of = fieldOf(facts, root, "spec");
    const fields = of?.type === "struct" ? (facts.type(of.ref)?.fields ?? {}) : {};
    return Object.keys(fields)
      .filter((name) => fields[name]?.type === "list" && isObject(spec) && memberOf(spec, name) === undefined)
      .map((name) => `spec.${name}`);
  };
  const root: ValueFacts | undefined = known === undefined ? undefined : { type: "struct", ref: known.type };
  return { root, isSensitive: (known?.sensitive ?? []).length > 0, member, listsWithout };
}

function fieldOf(facts: FactSource, of: ValueFacts | undefined, key: string): ValueFacts | undefined {
  if (of?.type === "map") return of.of;
  const ref = of?.type === "struct" || of?.type === "any" ? of.ref : undefined;
  const fields = ref === undefined ? undefined : facts.type(ref)?.fields;
  return fields !== undefined && Object.hasOwn(fields, key) ? fields[key] : undefined;
}
