import type { ConditionalPath, FactSource, FieldFacts, KindFacts, ValueFacts } from "../../core/facts.js";
import { formatPath, type Path } from "../../core/path.js";
import type { RuleSubject } from "../subject.js";
import { OF_EVERY_OBJECT } from "../top-fields.js";

/** A list that an apply merges by items. */
export interface PairedList {
  readonly path: string;
  /** None: a set of plain values. */
  readonly keys: readonly string[];
}

/** What facts say of a kind, or of its status, that whoever writes a rule should know. */
export interface KindAbout {
  readonly apiVersion: string;
  readonly facts: KindFacts;
  /** The fields that desired may state, outermost ones; of a status, its own. */
  readonly fields: readonly { readonly path: string; readonly type: string }[];
  readonly lists: readonly PairedList[];
  /** Lists that are one value to an apply, and whose order counts. */
  readonly ordered: readonly string[];
  /** Where the server fills in a constant. */
  readonly defaults: readonly string[];
  /** Where it works something out. */
  readonly computed: readonly string[];
  readonly immutable: readonly ConditionalPath[];
  readonly mutable: readonly ConditionalPath[];
  readonly kept: readonly ConditionalPath[];
  readonly ignoredOnUpdate: readonly ConditionalPath[];
}

/** A template's, of which nobody writes the lists. */
const METADATA = "meta/v1.ObjectMeta";

/** Deeper than this, a kind's types say nothing that a person would look for. */
const MAX_DEPTH = 12;

/** Gathers it; outer paths come first. */
export function aboutKind(
  facts: FactSource,
  kind: KindFacts,
  { subresource }: Pick<RuleSubject, "subresource">,
): KindAbout {
  const ofStatus = subresource === "status";
  const root = Object.entries(facts.type(kind.type)?.fields ?? {}).filter(
    ([name]) => !OF_EVERY_OBJECT.has(name) && (name === "status") === ofStatus,
  );
  const found = new Found(facts, kind);
  for (const [name, field] of root) found.visit(field, [{ kind: "key", key: name }], []);
  const inside = ({ path }: ConditionalPath): boolean => path.startsWith("status") === ofStatus;
  const { group, version } = kind;
  return {
    apiVersion: group === "" ? version : `${group}/${version}`,
    facts: kind,
    fields: ofStatus
      ? statusFields(facts, root[0]?.[1])
      : root.map(([name, field]) => ({ path: name, type: typeText(field) })),
    lists: byDepth(found.lists, ({ path }) => path),
    ordered: byDepth(found.ordered, (path) => path),
    defaults: byDepth(found.defaults, (path) => path),
    computed: byDepth(found.computed, (path) => path),
    immutable: (kind.immutable ?? []).filter(inside),
    mutable: (kind.mutable ?? []).filter(inside),
    kept: (kind.keepFromLive ?? []).filter(inside),
    ignoredOnUpdate: (kind.ignoredOnUpdate ?? []).filter(inside),
  };
}

function statusFields(facts: FactSource, status: FieldFacts | undefined): KindAbout["fields"] {
  const fields = status?.type === "struct" ? (facts.type(status.ref)?.fields ?? {}) : {};
  return Object.entries(fields).map(([name, field]) => ({
    path: formatPath([
      { kind: "key", key: "status" },
      { kind: "key", key: name },
    ]),
    type: typeText(field),
  }));
}

class Found {
  readonly lists: PairedList[] = [];
  readonly ordered: string[] = [];
  readonly defaults: string[] = [];
  readonly computed: string[] = [];

  constructor(
    private readonly facts: FactSource,
    private readonly kind: KindFacts,
  ) {}

  visit(value: ValueFacts & Partial<FieldFacts>, path: Path, types: readonly string[]): void {
    const text = formatPath(path);
    const field = { ...value, ...this.kind.fields?.[text] } as ValueFacts & Partial<FieldFacts>;
    if (field.computed !== undefined) this.computed.push(text);
    else if (field.default !== undefined) this.defaults.push(text);
    if (field.type === "list" && !types.includes(METADATA)) this.list(field, text);
    if (path.length >= MAX_DEPTH) return;
    if (field.type === "list") this.visit(field.of, [...path, { kind: "each" }], types);
    else if (field.type === "struct" && !types.includes(field.ref)) {
      for (const [name, inner] of Object.entries(this.facts.type(field.ref)?.fields ?? {}))
        this.visit(inner, [...path, { kind: "key", key: name }], [...types, field.ref]);
    }
  }

  private list(list: Extract<ValueFacts, { type: "list" }>, path: string): void {
    if (list.list === "keyed") this.lists.push({ path, keys: list.keys ?? [] });
    else if (list.list === "set") this.lists.push({ path, keys: [] });
    else this.ordered.push(path);
  }
}

function byDepth<Value>(values: readonly Value[], pathOf: (value: Value) => string): readonly Value[] {
  const depth = (value: Value): number => pathOf(value).split(/[.[]/).length;
  return [...values].sort((a, b) => depth(a) - depth(b));
}

/** A type in words: "list of string", "map of quantity", "struct". */
export function typeText(value: ValueFacts): string {
  if (value.type === "list" || value.type === "map") return `${value.type} of ${typeText(value.of)}`;
  return value.type === "any" ? "anything" : value.type;
}
