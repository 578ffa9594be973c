import { isList, type Json } from "../json.js";
import type { ListNode } from "../walk/list.js";
import type { Applying } from "./applying.js";
import { itemElement } from "./elements.js";

/** Without the items of others that the server does not take beside desired's: no apply takes them away. */
export function withoutShutOut(
  node: ListNode,
  merged: Json,
  stated: ReadonlySet<string>,
  cx: Applying,
): Json {
  if (node.shape.yields === undefined || !isList(merged)) return merged;
  const elements = merged.map((item) => itemElement(node, item) ?? "");
  const yields = node.shape.yields(merged.filter((_, index) => stated.has(elements[index] as string)));
  const left = merged.filter((item, index) => {
    const element = elements[index] as string;
    const goes = !stated.has(element) && yields(item);
    if (goes) cx.shutsOut(element);
    return !goes;
  });
  return left.length === merged.length ? merged : left;
}
