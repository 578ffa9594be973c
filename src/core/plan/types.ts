import type { FactSource, FieldFacts, ItemFacts, ValueFacts } from "../facts.js";
import { isObject, type Json } from "../json.js";
import type { LeafType } from "../value/leaf.js";
import { ANY, ANY_WHOLE } from "../walk/any.js";
import { EitherNode } from "../walk/either.js";
import type { KeyField } from "../walk/items.js";
import { LeafNode } from "../walk/leaf.js";
import { ListNode } from "../walk/list.js";
import { MapNode } from "../walk/map.js";
import type { Node } from "../walk/node.js";
import { type SiblingCondition, Slot } from "../walk/slot.js";
import { StructNode } from "../walk/struct.js";
import { shutOutBy, type UniqueFields } from "../walk/unique.js";

const LEAVES: Readonly<Record<LeafType, LeafNode>> = {
  plain: new LeafNode("plain"),
  intOrString: new LeafNode("intOrString"),
  quantity: new LeafNode("quantity"),
  milliQuantity: new LeafNode("milliQuantity"),
  time: new LeafNode("time"),
  microTime: new LeafNode("microTime"),
  bytes: new LeafNode("bytes"),
};

type ListFacts = ValueFacts & { readonly type: "list" };

/** Makes nodes of facts, a type once however many kinds use it. */
export class TypeNodes {
  private readonly structs = new Map<string, StructNode>();

  constructor(private readonly facts: FactSource) {}

  /**
   * The node of a struct type; `byValue` where Go holds it so, `atomic` where apply replaces it as a whole. Unknown types
   * compare as plain JSON.
   */
  struct(ref: string, byValue: boolean, atomic = false): Node {
    const name = `${ref}${byValue ? " by value" : ""}${atomic ? " atomic" : ""}`;
    const made = this.structs.get(name);
    if (made !== undefined) return made;
    const type = this.facts.type(ref);
    if (type === undefined) return ANY;
    const fields = new Map<string, Slot>();
    const asIs = type.stored === "asIs";
    const rest = type.keepsUnknown === true ? "plain" : "unknown";
    const node = new StructNode(fields, byValue, false, rest, {
      atomic,
      asIs,
      ...(type.dropsUnknown === true && { tolerant: true }),
      ...(type.unions && { unions: type.unions }),
    });
    this.structs.set(name, node);
    for (const [key, field] of Object.entries(type.fields)) {
      fields.set(key, asIs ? this.asIsSlot(field) : this.slot(field, fields));
    }
    for (const [key, { when }] of Object.entries(type.fields)) {
      const slot = fields.get(key);
      if (when !== undefined && slot !== undefined)
        fields.set(key, slot.with({ when: conditions(when, fields) }));
    }
    return node;
  }

  /** Where a field of a built-in type hangs. */
  private slot(field: FieldFacts, siblings: ReadonlyMap<string, Slot>): Slot {
    const pointer = field.pointer === true;
    return new Slot(this.node(field, field.type === "struct" && !pointer), {
      emptyIsAbsent: pointer ? undefined : emptyOf(field),
      zero: pointer ? undefined : scalarZero(field),
      constant: field.default ?? (pointer || field.type !== "quantity" ? undefined : "0"),
      computed: field.computed,
      ...(field.gate !== undefined && { mark: { gated: true } }),
      siblings,
    });
  }

  /** Where a field of a custom kind hangs: what is stated is stored. */
  private asIsSlot(field: FieldFacts): Slot {
    const { nullable, default: constant, computed, dropped } = field;
    const drops = dropped === true ? (value: Json) => isOfType(value, field.type) : undefined;
    return new Slot(this.node(field, false, true), { nullable, constant, computed, drops });
  }

  /**
   * @param byValue a struct that Go holds by value
   * @param asIs in a custom kind, where null in a map is left out
   */
  private node(value: ValueFacts, byValue = false, asIs = false): Node {
    switch (value.type) {
      case "any":
        if (value.ref !== undefined) return this.either(value.ref, asIs);
        return value.atomic === true ? ANY_WHOLE : ANY;
      case "quantity":
        return value.milli === true ? LEAVES.milliQuantity : LEAVES.quantity;
      case "struct":
        return this.struct(value.ref, byValue, value.atomic === true);
      case "map": {
        const nullIs = asIs ? storedNull(value.of) : zeroOf(value.of);
        return new MapNode({
          of: this.node(value.of, false, asIs),
          nullIs,
          foreign: "remove",
          ...(value.atomic === true && { atomic: true }),
          ...(asIs && { asIs }),
        });
      }
      case "list": {
        const uniques = this.uniques(value);
        return new ListNode({
          of: this.node(value.of, false, asIs),
          nullIs: asIs ? (storedNull(value.of) ?? null) : zeroOf(value.of),
          pairing: value.list === "set" ? "set" : "order",
          keys: this.keys(value),
          foreign: "remove",
          ...(asIs && { asIs }),
          ...(asIs && value.list !== undefined && { unique: true }),
          ...(value.list === "set" && { granularity: "set" as const }),
          ...(value.list === "keyed" && { granularity: "items" as const, applyKeys: this.keys(value) }),
          ...(uniques.length > 0 && { yields: (others) => shutOutBy(uniques, others) }),
        });
      }
      default:
        return leaf(value.type);
    }
  }

  private either(ref: string, asIs: boolean): Node {
    const of = this.struct(ref, false);
    const list = new ListNode({
      of,
      nullIs: asIs ? null : {},
      pairing: "order",
      keys: undefined,
      foreign: "remove",
      ...(asIs && { asIs }),
    });
    return new EitherNode(of, list);
  }

  private keys({ keys, of }: ListFacts): readonly KeyField[] | undefined {
    return keys?.map((name) => ({ name, fields: this.fieldsOf(of) }));
  }

  private uniques({ unique = [], of }: ListFacts): readonly UniqueFields[] {
    return unique.flatMap(({ fields: names, alone = false }) => {
      const [first, ...rest] = names.map((name) => ({ name, fields: this.fieldsOf(of) }));
      return first === undefined ? [] : [{ fields: [first, ...rest], alone }];
    });
  }

  private fieldsOf(of: ItemFacts): ReadonlyMap<string, Slot> | undefined {
    const node = of.type === "struct" ? this.struct(of.ref, false) : undefined;
    return node instanceof StructNode ? node.fields : undefined;
  }
}

function conditions(
  when: NonNullable<FieldFacts["when"]>,
  fields: ReadonlyMap<string, Slot>,
): readonly SiblingCondition[] {
  return Object.entries(when).flatMap(([key, values]) => {
    const slot = fields.get(key);
    return slot === undefined ? [] : [{ key, slot, values }];
  });
}

/** What a custom kind stores for null in a map or a list; undefined where it leaves it out. */
function storedNull(of: ItemFacts): Json | undefined {
  return of.nullable === true ? null : of.default;
}

/** What the server takes for a field, as far as its type says. */
function isOfType(value: Json, type: ValueFacts["type"]): boolean {
  switch (type) {
    case "string":
    case "boolean":
      return typeof value === type;
    case "integer":
      return Number.isInteger(value) || typeof value === "bigint";
    case "number":
      return typeof value === "number" || typeof value === "bigint";
    case "list":
      return Array.isArray(value);
    default:
      return type === "any" || isObject(value);
  }
}

function leaf(type: Exclude<ValueFacts["type"], "any" | "struct" | "map" | "list" | "quantity">): LeafNode {
  switch (type) {
    case "intOrString":
    case "time":
    case "microTime":
    case "bytes":
      return LEAVES[type];
    default:
      return LEAVES.plain;
  }
}

/** Which empty value Go's JSON encoding leaves out. */
function emptyOf({ type }: ValueFacts): "list" | "object" | undefined {
  if (type === "list") return "list";
  return type === "struct" || type === "map" ? "object" : undefined;
}

/** The scalar that Go's zero value prints as, for a field that is no pointer. */
function scalarZero(value: ValueFacts): Json | undefined {
  switch (value.type) {
    case "string":
    case "bytes":
      return "";
    case "boolean":
      return false;
    case "integer":
    case "number":
    case "intOrString":
      return 0;
    default:
      return undefined;
  }
}

/** What null is stored as where it cannot be absent: as a map's value or a list's item. */
function zeroOf(value: ValueFacts): Json {
  switch (value.type) {
    case "quantity":
      return "0";
    case "struct":
      return {};
    case "map":
    case "list":
    case "any":
    case "time":
    case "microTime":
      return null;
    default:
      return scalarZero(value) ?? null;
  }
}
