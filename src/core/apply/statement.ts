import { isList, isObject, type Json, type JsonObject, member, put } from "../json.js";
import { ListNode } from "../walk/list.js";
import type { Node } from "../walk/node.js";
import { itemElement, statedItems } from "./elements.js";
import { memberNode, statedMember } from "./members.js";

/**
 * Desired as an apply can state it: without the fields that the kind does not have, and sets in live's order, each item
 * once.
 */
export function statement(node: Node, desired: Json, live: Json | undefined): Json {
  if (node instanceof ListNode && isList(desired))
    return listStatement(node, desired, isList(live) ? live : []);
  if (!isObject(desired) || node.granularity === "whole") return desired;
  const stated: Record<string, Json | undefined> = {};
  for (const key of Object.keys(desired)) {
    const value = statedMember(node, desired, key);
    const there = isObject(live) ? member(live, key) : undefined;
    const child = memberNode(node, key, there);
    if (value !== undefined && child !== undefined) put(stated, key, statement(child, value, there));
  }
  return stated as JsonObject;
}

function listStatement(node: ListNode, desired: readonly Json[], live: readonly Json[]): Json {
  const elements = live.map((item) => itemElement(node, item));
  const places = new Map(elements.map((element, index) => [element, index]));
  if (node.granularity === "items") {
    return statedItems(node, desired).map((item) => {
      const there = places.get(itemElement(node, item));
      return statement(node.shape.of, item, there === undefined ? undefined : live[there]);
    });
  }
  if (node.granularity !== "set") return desired;
  const last = live.length;
  const place = (item: Json): number => places.get(itemElement(node, item)) ?? last;
  return [...new Set(desired)].sort((a, b) => place(a) - place(b));
}
