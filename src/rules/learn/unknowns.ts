import type { KindFacts } from "../../core/facts.js";
import { formatPath, type Segment } from "../../core/path.js";
import type { Unlearned } from "../../core/unlearned.js";
import type { FactData } from "../set.js";
import { OF_EVERY_OBJECT } from "../top-fields.js";
import { rootSchema } from "./facts.js";
import { isHeld } from "./large.js";
import type { CustomKind, Schema } from "./schema.js";
import { transitionsOf } from "./transitions/immutable.js";

/** What could not be found out, of one version or of all. */
export interface VersionUnknown {
  readonly version?: string;
  readonly unknown: Unlearned;
}

/** What is not known of a kind's versions; what holds for every one of them comes first, and stands once. */
export function unknownsOf(
  versions: readonly CustomKind[],
  ofVersion: (custom: CustomKind) => Iterable<Unlearned>,
): readonly VersionUnknown[] {
  const found = new Map<string, { unknown: Unlearned; versions: string[] }>();
  for (const custom of versions) {
    for (const unknown of ofVersion(custom)) {
      const key = JSON.stringify(unknown);
      const entry = found.get(key) ?? { unknown, versions: [] };
      entry.versions.push(custom.version);
      found.set(key, entry);
    }
  }
  const all = [...found.values()];
  const common = all.filter((each) => each.versions.length === versions.length);
  return [
    ...common.map(({ unknown }) => ({ unknown })),
    ...all
      .filter((each) => !common.includes(each))
      .flatMap(({ unknown, versions: of }) => of.map((version) => ({ version, unknown }))),
  ];
}

/** What no schema tells of any kind, and what it was told by whatever has it. */
export function* unknownsGiven({ unknowns }: CustomKind): Generator<Unlearned> {
  yield { code: "admission" };
  yield* unknowns;
}

/** What a structural schema does not tell. */
export function* unknownsOfSchema(custom: CustomKind, facts: FactData): Generator<Unlearned> {
  yield* unknownsGiven(custom);
  if (isStoredOtherwise(custom, facts.kinds)) yield { code: "stored-otherwise", stored: custom.stored ?? "" };
  yield* transitionsOf(rootSchema(custom)).unknowns;
  yield* unknownsIn(custom.schema, []);
}

/** Types of the same content have one name: another name is another schema. */
function isStoredOtherwise({ version, stored }: CustomKind, kinds: readonly KindFacts[]): boolean {
  if (stored === undefined || stored === version) return false;
  const type = (of: string): string | undefined => kinds.find((each) => each.version === of)?.type;
  return type(stored) !== type(version);
}

function* unknownsIn(schema: Schema, at: readonly Segment[]): Generator<Unlearned> {
  if (schema.default !== undefined && !isHeld(schema.default))
    yield { code: "large-default", path: formatPath(at) };
  const isOpen = schema.preserves || (schema.values === true && schema.type === "object");
  if (isOpen && at.length > 0) {
    yield { code: "unknown-fields-kept", path: formatPath(at) };
    if (schema.properties.size === 0) return;
  } else if (schema.type === undefined && !schema.intOrString && at.length > 0) {
    yield { code: "untyped", path: formatPath(at) };
    return;
  }
  for (const [name, property] of schema.properties) {
    if (at.length > 0 || !OF_EVERY_OBJECT.has(name))
      yield* unknownsIn(property, [...at, { kind: "key", key: name }]);
  }
  const inside = schema.items ?? (schema.values === true ? undefined : schema.values);
  if (inside !== undefined) yield* unknownsIn(inside, [...at, { kind: "each" }]);
}
