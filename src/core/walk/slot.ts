import { type Computed, computedDefault } from "../computed/index.js";
import { isObject, type Json, type JsonObject, member } from "../json.js";
import { isEmpty } from "../wire.js";
import { type Context, viewOf } from "./context.js";
import type { Mark } from "./mark.js";
import type { ItemsNode, MembersNode, Node } from "./node.js";

/** A default that holds only while siblings have certain values. */
export interface SiblingCondition {
  readonly key: string;
  readonly slot: Slot;
  readonly values: readonly Json[];
}

/** What absent means in a place, and what is said of it. */
export interface SlotFacts {
  /** The empty value that is the same as absent: [] or {}. */
  readonly emptyIsAbsent?: "list" | "object" | undefined;
  /** null is a value, other than absent. */
  readonly nullable?: boolean | undefined;
  /** Nothing is ever stored here: what this says of is the same as absent. */
  readonly drops?: ((value: Json) => boolean) | undefined;
  /** The scalar that is the same as absent, if any. */
  readonly zero?: Json | undefined;
  /** The default, where it is a constant. */
  readonly constant?: Json | undefined;
  /** The default's name, where it has to be worked out. */
  readonly computed?: string | undefined;
  readonly when?: readonly SiblingCondition[] | undefined;
  readonly mark?: Mark | undefined;
  /** The fields of the struct that it belongs to, where a computed default may ask for them. */
  readonly siblings?: ReadonlyMap<string, Slot> | undefined;
}

/**
 * Where a value hangs: a field of a struct, a key of a map, an item of a list. Knows what absent means
 * there; visit.ts asks it, then lets the node compare.
 */
export class Slot {
  // What the skip path asks for comes first, so that it lies together in memory.
  /** For the skip path: two objects or lists here need no more than their node. */
  readonly quickWalk: Node["walk"] | undefined;
  /** The same: two objects, or two lists. */
  readonly quickStruct: MembersNode | undefined;
  readonly quickMap: MembersNode | undefined;
  readonly quickList: ItemsNode | undefined;
  /** For the skip path: live has exactly this where desired is silent, and nothing else is to be asked. */
  readonly quickDefault: Json | undefined;
  /** For the skip path: under derivative, nothing is to be looked at where desired is silent. */
  readonly quickUnstated: boolean;
  /** For the skip path: {} in live is the same as nothing in desired. */
  readonly quickEmpty: boolean;
  /** For the skip path: a map that belongs to others where desired is silent, unless it is known what of it is ours. */
  readonly quickShared: boolean;
  /** For the skip path: where desired is silent, live is compared with the default and nothing else is to be asked. */
  readonly quickFill: boolean;
  readonly emptyIsAbsent: "list" | "object" | undefined;
  readonly nullable: boolean;
  readonly drops: ((value: Json) => boolean) | undefined;
  readonly zero: Json | undefined;
  readonly constant: Json | undefined;
  readonly computed: string | undefined;
  private readonly compute: Computed | undefined;
  readonly when: readonly SiblingCondition[] | undefined;
  readonly mark: Mark | undefined;
  readonly siblings: ReadonlyMap<string, Slot> | undefined;
  /** The default depends on what stands beside it. */
  readonly conditional: boolean;
  /** Nothing is said of the place that changes whether there is a difference. */
  readonly isUnmarked: boolean;
  /** The node's own, held here so that the many kinds of node need not be asked for them. */
  readonly walkNode: Node["walk"];
  readonly nodeZero: Json | undefined;

  constructor(
    readonly node: Node,
    private readonly facts: SlotFacts = {},
  ) {
    this.emptyIsAbsent = facts.emptyIsAbsent;
    this.nullable = facts.nullable ?? false;
    this.drops = facts.drops;
    this.zero = facts.zero;
    this.constant = facts.constant;
    this.computed = facts.computed;
    this.compute = facts.computed === undefined ? undefined : computedDefault(facts.computed);
    this.when = facts.when;
    this.mark = facts.mark;
    this.siblings = facts.siblings;
    const { computed, when, mark, constant } = this;
    this.conditional = computed !== undefined || when !== undefined;
    this.isUnmarked = mark === undefined || onlyReports(mark);
    const plain = !this.conditional && this.isUnmarked;
    this.quickDefault = plain ? constant : undefined;
    const none =
      constant === undefined ? this.emptyIsAbsent === "object" : isObject(constant) && isEmpty(constant);
    this.quickEmpty = plain && none;
    this.quickUnstated = mark === undefined && !node.forbids;
    this.walkNode = node.walk.bind(node);
    const alone = plain && (constant === undefined || this.emptyIsAbsent === undefined);
    this.quickWalk = alone ? this.walkNode : undefined;
    this.quickStruct = alone ? node.struct : undefined;
    this.quickMap = alone ? node.map : undefined;
    this.quickList = alone ? node.list : undefined;
    this.quickShared = plain && constant === undefined && node.map?.isShared === true;
    this.quickFill = this.isUnmarked && (this.conditional || typeof constant === "object");
    this.nodeZero = node.zero;
  }

  /** A stated value is completed too. */
  get completes(): boolean {
    return this.compute?.completes === true;
  }

  /** Nothing else than the value itself says what is stored here. */
  get isPlain(): boolean {
    return this.isUnmarked && !this.conditional && this.constant === undefined && this.drops === undefined;
  }

  /** True where the default is needed, and depends on what stands beside it. */
  asksOwner(stated: Json | undefined): boolean {
    return this.conditional && (this.completes || this.isAbsent(stated));
  }

  /** See Computed.ofStored. */
  get isOfStored(): boolean {
    return this.isUnmarked && this.compute?.ofStored === true;
  }

  /** The same place with other facts. */
  with(more: SlotFacts, node: Node = this.node): Slot {
    return new Slot(node, { ...this.facts, ...more });
  }

  /** True where something at or below this place is left as live has it. */
  get protects(): boolean {
    const { ignore, once, keep, fixed } = this.mark ?? {};
    return (ignore ?? once ?? keep ?? fixed) !== undefined || this.node.stump !== undefined;
  }

  /** True where the write may leave live's value as it is, here or in a struct below. */
  get mixes(): boolean {
    const { ignore, fixed, once } = this.mark ?? {};
    return (ignore ?? fixed ?? once) !== undefined || this.node.struct?.mixes === true;
  }

  /** True where the write leaves live's value as it is, whatever desired states. */
  isLives(live: Json | undefined): boolean {
    const { ignore, fixed, once } = this.mark ?? {};
    return (ignore ?? fixed) !== undefined || (once !== undefined && !this.isAbsent(live));
  }

  /** True where nothing of what desired states here is ours, though live has nothing there. */
  leavesLive(desired: Json): boolean {
    return this.isLives(undefined) || (this.node.onlyLives?.(desired) ?? false);
  }

  /** See Node.forbids. */
  get forbids(): boolean {
    return this.mark?.absent !== undefined || this.mark?.derivative === false || this.node.forbids;
  }

  isAbsent(value: Json | undefined): boolean {
    return (
      value === undefined ||
      this.drops?.(value) === true ||
      (value === null && !this.nullable) ||
      (this.zero !== undefined && (value === this.zero || (value === 0n && this.zero === 0))) ||
      (this.emptyIsAbsent !== undefined &&
        isEmpty(value) &&
        Array.isArray(value) === (this.emptyIsAbsent === "list"))
    );
  }

  /** What the server stores for a value, by constants only: its default where it is absent, else its zero. */
  stored(value: Json | undefined, owner: JsonObject): Json | undefined {
    if (!this.isAbsent(value)) return value;
    return this.constant !== undefined && this.holds(owner) ? this.constant : this.zero;
  }

  /** Desired's value for a fingerprint; undefined where it takes no part in one. */
  canonical(desired: Json | undefined): Json | undefined {
    if (desired === undefined || (desired === null && !this.nullable)) return undefined;
    const { ignore, once, incidental } = this.mark ?? {};
    if ((ignore ?? once ?? incidental) !== undefined) return undefined;
    return this.node.canonical(desired);
  }

  /** The value that the server will see: stated, worked out, or the default; undefined where there is none. `ofLive`: in live, not in desired. */
  effective(
    value: Json | undefined,
    owner: JsonObject,
    ofLive: boolean,
    live: Json | undefined,
    cx: Context,
  ): Json | undefined {
    const { compute } = this;
    if (compute !== undefined && (value === undefined || compute.completes === true)) {
      const site = cx.site;
      site.value = value;
      site.owner = owner;
      site.fields = this.siblings;
      site.live = live;
      const root = ofLive ? cx.live : viewOf(cx);
      if (site.root !== root) site.root = root;
      if (site.liveRoot !== cx.live) site.liveRoot = cx.live;
      const worked = compute.value(site);
      if (worked !== undefined || value !== undefined) return worked ?? this.nodeZero;
    }
    if (value !== undefined) return value;
    if (this.constant !== undefined && this.holds(owner)) return this.constant;
    return this.nodeZero;
  }

  private holds(owner: JsonObject): boolean {
    const { when } = this;
    if (when === undefined) return true;
    for (let index = 0; index < when.length; index++) {
      const { key, slot, values } = when[index] as SiblingCondition;
      const value = slot.stored(member(owner, key), owner);
      if (value === undefined || !values.includes(value)) return false;
    }
    return true;
  }
}

const REPORT_ONLY: ReadonlySet<string> = new Set([
  "immutable",
  "immutableIfStated",
  "mutable",
  "oneWay",
  "gated",
  "part",
]);

/** True of a mark that changes what a report says, never whether there is a difference. */
function onlyReports(mark: Mark): boolean {
  return Object.keys(mark).every((key) => REPORT_ONLY.has(key));
}
