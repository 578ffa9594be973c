import fastDeepEqual from "fast-deep-equal";
import { isList, isObject, type Json, type JsonObject, member, put, setMember } from "../json.js";
import { sameNumber } from "../value/leaf.js";
import { assertWire } from "../wire.js";
import { type Context, DIFFERS, differ, pass } from "./context.js";
import type { Node } from "./node.js";

/** A value that the facts know nothing about: compared as plain JSON. */
class AnyNode implements Node {
  constructor(readonly granularity: "deduced" | "whole") {}

  readonly marked = false;
  readonly forbids = false;
  readonly stump = undefined;
  readonly zero = undefined;

  walk(desired: Json, live: Json, cx: Context): Json | undefined {
    if (typeof desired === "object" && desired !== null && equalGuarded(desired, live)) return live;
    return this.descend(desired, live, cx);
  }

  /** Where the two are known to differ, or may: finds where. */
  private descend(desired: Json, live: Json, cx: Context): Json | undefined {
    if (desired === live) return live;
    if (sameNumber(desired, live)) return pass(cx, { code: "spelling" }, desired, live);
    if (isObject(desired) && isObject(live)) return this.members(desired, live, cx);
    if (isList(desired) && isList(live) && desired.length === live.length)
      return this.items(desired, live, cx);
    assertWire(desired);
    return differ(cx, { code: "changed" }, desired, live);
  }

  private members(desired: JsonObject, live: JsonObject, cx: Context): Json | undefined {
    assertWire(desired);
    let after: Record<string, Json | undefined> | undefined;
    for (const key of new Set([...Object.keys(live), ...Object.keys(desired)])) {
      const [d, l] = [member(desired, key), member(live, key)];
      cx.report?.steps.push({ segment: { kind: "key", key }, token: key });
      const value = this.one(d, l, cx);
      cx.report?.steps.pop();
      if (value === DIFFERS) return DIFFERS;
      if (value === l) continue;
      after = put(after ?? { ...live }, key, value);
    }
    return after ?? live;
  }

  private one(d: Json | undefined, l: Json | undefined, cx: Context): Json | undefined {
    if (cx.derivative && (d === undefined || d === null)) return pass(cx, { code: "not-stated" }, d, l);
    if (d === undefined) return l === undefined ? l : differ(cx, { code: "removed" }, undefined, l);
    if (l === undefined) return differ(cx, { code: "added" }, d, undefined);
    return this.descend(d, l, cx);
  }

  private items(desired: readonly Json[], live: readonly Json[], cx: Context): Json | undefined {
    let after: (Json | undefined)[] | undefined;
    for (let index = 0; index < live.length; index++) {
      const l = live[index] ?? null;
      cx.report?.steps.push({ segment: { kind: "index", index }, token: index });
      const value = this.descend(desired[index] ?? null, l, cx);
      cx.report?.steps.pop();
      if (value === DIFFERS) return DIFFERS;
      if (value === l) continue;
      after ??= [...live];
      after[index] = value;
    }
    return (after as Json[] | undefined) ?? live;
  }

  canonical(desired: Json): Json {
    if (isList(desired)) return desired.map((item) => this.canonical(item ?? null));
    if (!isObject(desired)) return desired;
    const copy: Record<string, Json> = {};
    for (const key of Object.keys(desired).sort()) {
      const value = member(desired, key);
      if (value !== undefined) setMember(copy, key, this.canonical(value));
    }
    return copy;
  }
}

/**
 * fast-deep-equal, trusted only where it says "equal": keys such as `valueOf`, `toString` and
 * `constructor` make it throw or deny what is equal (its issue 141), never the other way round.
 */
export function equalGuarded(a: Json, b: Json): boolean {
  try {
    return fastDeepEqual(a, b);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return false;
  }
}

/** The node for values that the facts know nothing about. */
export const ANY: Node = new AnyNode("deduced");

/** The same for a value that apply replaces as a whole (RawExtension). */
export const ANY_WHOLE: Node = new AnyNode("whole");

/** True where nothing is known of what the node holds. */
export function isAny(node: Node): boolean {
  return node instanceof AnyNode;
}
