import { COMPUTED, type Computed } from "../computed/index.js";
import { type Json, type JsonObject, member } from "../json.js";
import { compareQuantities } from "../value/quantity.js";
import { isEmpty } from "../wire.js";
import { type Context, DIFFERS, differ, pass, quietly } from "./context.js";
import type { Mark } from "./mark.js";
import type { Node } from "./node.js";

/** A default that holds only while siblings have certain values. */
export interface SiblingCondition {
  readonly key: string;
  readonly slot: Slot;
  readonly values: readonly Json[];
}

/** What absent means in a place, and what is said of it. */
export interface SlotFacts {
  /** {} and [] are the same as absent. */
  readonly emptyIsAbsent?: boolean | undefined;
  /** null is a value, other than absent. */
  readonly nullable?: boolean | undefined;
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
 * Where a value hangs: a field of a struct, a key of a map, an item of a list. Settles
 * what absent means there, then lets the node compare.
 */
export class Slot {
  readonly emptyIsAbsent: boolean;
  readonly nullable: boolean;
  readonly zero: Json | undefined;
  readonly constant: Json | undefined;
  readonly computed: string | undefined;
  readonly when: readonly SiblingCondition[] | undefined;
  readonly mark: Mark | undefined;
  readonly siblings: ReadonlyMap<string, Slot> | undefined;
  /** For the skip path: live has exactly this where desired is silent, and nothing else is to be asked. */
  readonly quickDefault: Json | undefined;
  /** For the skip path: two objects or lists here need no more than their node. */
  readonly quickWalk: Node["walk"] | undefined;
  /** The node's own, held here so that the many kinds of node need not be asked for them. */
  private readonly walkNode: Node["walk"];
  private readonly nodeZero: Json | undefined;

  constructor(
    readonly node: Node,
    private readonly facts: SlotFacts = {},
  ) {
    this.emptyIsAbsent = facts.emptyIsAbsent ?? false;
    this.nullable = facts.nullable ?? false;
    this.zero = facts.zero;
    this.constant = facts.constant;
    this.computed = facts.computed;
    this.when = facts.when;
    this.mark = facts.mark;
    this.siblings = facts.siblings;
    const { computed, when, mark, constant } = this;
    const plain = computed === undefined && when === undefined && (mark === undefined || onlyReports(mark));
    this.quickDefault = plain ? constant : undefined;
    this.walkNode = node.walk.bind(node);
    const alone = plain && (constant === undefined || !this.emptyIsAbsent);
    this.quickWalk = alone ? this.walkNode : undefined;
    this.nodeZero = node.zero;
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

  get forbids(): boolean {
    return this.mark?.absent !== undefined || this.node.forbids;
  }

  isAbsent(value: Json | undefined): boolean {
    return (
      value === undefined ||
      (value === null && !this.nullable) ||
      (this.zero !== undefined && (value === this.zero || (value === 0n && this.zero === 0))) ||
      (this.emptyIsAbsent && isEmpty(value))
    );
  }

  /** What the server stores for a value, by constants only: its default where it is absent, else its zero. */
  stored(value: Json | undefined, owner: JsonObject): Json | undefined {
    if (!this.isAbsent(value)) return value;
    return this.constant !== undefined && this.holds(owner) ? this.constant : this.zero;
  }

  /** Desired's value for a fingerprint; undefined where it takes no part in one. */
  canonical(desired: Json | undefined): Json | undefined {
    if (desired === undefined || desired === null) return undefined;
    if (this.mark?.ignore !== undefined || this.mark?.once !== undefined) return undefined;
    return this.node.canonical(desired);
  }

  /** What live's value will be after the write; see Node.walk. */
  visit(
    desired: Json | undefined,
    live: Json | undefined,
    dOwner: JsonObject,
    lOwner: JsonObject,
    cx: Context,
  ): Json | undefined {
    const mark = this.mark;
    if (mark === undefined) return this.compare(desired, live, dOwner, lOwner, cx);
    if (mark.ignore !== undefined) return this.passOver(mark, desired, live, cx);
    if (mark.absent !== undefined) return this.remove(mark.absent, desired, live, cx);
    if (mark.fixed?.(cx.live)) return pass(cx, { code: "kept-from-live" }, desired, live);
    if (mark.once !== undefined && !this.isAbsent(live))
      return pass(cx, { code: "once" }, desired, live, mark.once);
    if (mark.keep?.(cx.live) && this.isAbsent(desired))
      return pass(cx, { code: "kept-from-live" }, desired, live);
    if (mark.atLeast !== undefined && isAtLeast(live, desired)) {
      return pass(cx, { code: "at-least" }, desired, live, mark.atLeast);
    }
    return this.compareMarked(mark, desired, live, dOwner, lOwner, cx);
  }

  private compareMarked(
    mark: Mark,
    desired: Json | undefined,
    live: Json | undefined,
    dOwner: JsonObject,
    lOwner: JsonObject,
    cx: Context,
  ): Json | undefined {
    const { derivative, report } = cx;
    if (mark.derivative !== undefined) cx.derivative = mark.derivative;
    if (report === undefined) {
      const after = this.compare(desired, live, dOwner, lOwner, cx);
      cx.derivative = derivative;
      return after;
    }
    const { part, immutable } = report;
    if (mark.part !== undefined) report.part = mark.part;
    if (mark.mutable?.(cx.live)) report.immutable = false;
    else if (mark.immutable?.(cx.live) && !(mark.immutableIfStated === true && this.isAbsent(desired))) {
      report.immutable = true;
    }
    const after = this.compare(desired, live, dOwner, lOwner, cx);
    cx.derivative = derivative;
    report.part = part;
    report.immutable = immutable;
    return after;
  }

  private passOver(
    mark: Mark,
    desired: Json | undefined,
    live: Json | undefined,
    cx: Context,
  ): Json | undefined {
    if (cx.report === undefined) return live;
    const why = mark.ignore?.why;
    return pass(
      cx,
      why === undefined ? { code: "ignored" } : { code: "ignored", why },
      desired,
      live,
      mark.ignore?.part,
    );
  }

  private remove(
    part: string,
    desired: Json | undefined,
    live: Json | undefined,
    cx: Context,
  ): Json | undefined {
    if (live === undefined) return live;
    if (cx.report !== undefined) cx.report.part = part;
    const after = differ(cx, { code: "must-be-absent" }, undefined, live);
    return after === desired ? undefined : after;
  }

  private compare(
    desired: Json | undefined,
    live: Json | undefined,
    dOwner: JsonObject,
    lOwner: JsonObject,
    cx: Context,
  ): Json | undefined {
    const dAbsent = this.isAbsent(desired);
    const lAbsent = this.isAbsent(live);
    if (dAbsent && lAbsent && this.computed === undefined) return pass(cx, { code: "empty" }, desired, live);
    const stated = desired !== undefined && desired !== null;
    if (cx.derivative && !stated) return pass(cx, { code: "not-stated" }, desired, live);

    const dValue = this.effective(dAbsent ? undefined : desired, dOwner, cx.desired, live, cx);
    const lValue = this.effective(lAbsent ? undefined : live, lOwner, cx.live, undefined, cx);
    if (dValue === undefined || lValue === undefined) {
      if (dValue === lValue) return pass(cx, { code: "empty" }, desired, live);
      if (dValue === undefined) return this.removeOwned(desired, live, cx);
      if (dAbsent) return this.fillIn(dValue, live, cx);
      return differ(cx, { code: "added" }, desired, live);
    }
    if (cx.report !== undefined && (dAbsent || lAbsent) && !this.descends(dAbsent)) {
      return this.compareDefault(dAbsent, desired, live, dValue, lValue, cx);
    }
    const noted = cx.report?.passed.length;
    const after = this.walkNode(dValue, lValue, cx);
    if (after !== lValue) return after;
    const silent = noted === cx.report?.passed.length;
    if (silent && dValue !== desired) this.passFilled(desired, live, cx);
    return live;
  }

  /** A struct held by value, one with marks inside and a computed value are looked at leaf by leaf. */
  private descends(dAbsent: boolean): boolean {
    if (this.nodeZero !== undefined && this.constant === undefined) return true;
    return dAbsent && (this.node.marked || this.computed !== undefined);
  }

  private compareDefault(
    dAbsent: boolean,
    desired: Json | undefined,
    live: Json | undefined,
    dValue: Json,
    lValue: Json,
    cx: Context,
  ): Json | undefined {
    if (quietly(cx, () => this.walkNode(dValue, lValue, cx), lValue)) {
      if (dAbsent) this.passFilled(desired, live, cx);
      else pass(cx, { code: "default" }, desired, live);
      return live;
    }
    if (dAbsent) {
      return keepStated(
        differ(cx, { code: "reset-to-default", default: dValue }, desired, live),
        desired,
        live,
      );
    }
    return differ(cx, { code: "added" }, desired, live);
  }

  /** Desired leaves it out, and the server puts nothing there: it goes, but for what is protected in it. */
  private removeOwned(desired: Json | undefined, live: Json | undefined, cx: Context): Json | undefined {
    const { stump } = this.node;
    if (stump !== undefined && live !== undefined && live !== null && !isEmpty(live)) {
      const after = this.node.walk(stump, live, cx);
      return after !== DIFFERS && after !== live && isEmpty(after) ? undefined : after;
    }
    const stated = desired !== undefined && desired !== null;
    return keepStated(differ(cx, removal(stated), desired, live), desired, live);
  }

  /** Neither side states it, and the server will fill it in: stated in the payload, since live's neighbours stay. */
  private fillIn(dValue: Json, live: Json | undefined, cx: Context): Json | undefined {
    const after = differ(cx, { code: "reset-to-default", default: dValue }, undefined, live);
    return after === undefined && cx.report?.immutable !== true ? dValue : after;
  }

  private passFilled(desired: Json | undefined, live: Json | undefined, cx: Context): void {
    if (this.computed === undefined) pass(cx, { code: "default" }, desired, live);
    else pass(cx, { code: "computed", name: this.computed }, desired, live);
  }

  /** The value that the server will see: stated, worked out, or the default; undefined where there is none. */
  private effective(
    value: Json | undefined,
    owner: JsonObject,
    root: JsonObject,
    live: Json | undefined,
    cx: Context,
  ): Json | undefined {
    if (this.computed !== undefined) {
      const computed: Computed | undefined = COMPUTED[this.computed];
      if (computed !== undefined && (value === undefined || computed.completes === true)) {
        const site = cx.site;
        site.value = value;
        site.owner = owner;
        site.fields = this.siblings;
        site.root = root;
        site.live = live;
        site.liveRoot = cx.live;
        return computed.value(site) ?? this.nodeZero;
      }
    }
    if (value !== undefined) return value;
    if (this.constant !== undefined && this.holds(owner)) return this.constant;
    return this.nodeZero;
  }

  private holds(owner: JsonObject): boolean {
    if (this.when === undefined) return true;
    for (const { key, slot, values } of this.when) {
      const value = slot.stored(member(owner, key), owner);
      if (value === undefined || !values.includes(value)) return false;
    }
    return true;
  }
}

const REPORT_ONLY: ReadonlySet<string> = new Set(["immutable", "immutableIfStated", "mutable", "part"]);

/** True of a mark that changes what a report says, never whether there is a difference. */
function onlyReports(mark: Mark): boolean {
  return Object.keys(mark).every((key) => REPORT_ONLY.has(key));
}

function removal(stated: boolean): { code: "changed" } | { code: "removed" } {
  return { code: stated ? "changed" : "removed" };
}

/** A removed value leaves nothing behind, unless desired states an empty one or live's was kept. */
function keepStated(
  after: Json | undefined,
  desired: Json | undefined,
  live: Json | undefined,
): Json | undefined {
  if (after === DIFFERS || (after === live && live !== undefined)) return after;
  return desired === null ? undefined : desired;
}

function isAtLeast(live: Json | undefined, desired: Json | undefined): boolean {
  if (!isQuantity(live) || !isQuantity(desired)) return false;
  const order = compareQuantities(live, desired);
  return order !== undefined && order > 0;
}

function isQuantity(value: Json | undefined): value is string | number | bigint {
  return typeof value === "string" || typeof value === "number" || typeof value === "bigint";
}
