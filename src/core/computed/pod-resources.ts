import { isList, isObject, type Json, type JsonObject, member } from "../json.js";
import { addQuantities, canonicalQuantity, compareQuantities } from "../value/quantity.js";
import { filledFrom } from "./fill.js";
import type { Computed } from "./site.js";

type Amounts = Map<string, string>;

/**
 * Pod-level requests: what the containers request together, else the pod-level limit.
 * Source: core/v1 defaultPodRequests, component-helpers resource AggregateContainerRequests.
 */
export const podRequests: Computed = {
  completes: true,
  value({ value, owner, root }) {
    const limits = filledFrom(owner.limits ?? undefined, hugePageLimits(owner, root));
    if (!isObject(limits) || Object.keys(limits).length === 0) return value;
    const together = aggregate(root, (resources) =>
      filledFrom(resources.requests ?? undefined, resources.limits ?? undefined),
    );
    const requests = filledFrom(value, only(together, isOvercommittable));
    return filledFrom(requests, only(amountsOf(limits), isPodLevel));
  },
};

/**
 * Pod-level huge page limits: what the containers limit together.
 * Source: core/v1 defaultHugePagePodLimits.
 */
export const podLimits: Computed = {
  completes: true,
  value: ({ value, owner, root }) => filledFrom(value, hugePageLimits(owner, root)),
};

function hugePageLimits(owner: JsonObject, root: JsonObject): JsonObject {
  const { limits, requests } = owner;
  if (amountsOf(limits).size === 0 && amountsOf(requests).size === 0) return {};
  const together = aggregate(root, (resources) => resources.limits);
  return only(together, (name) => isHugePage(name) && !amountsOf(requests).has(name));
}

const isHugePage = (name: string): boolean => name.startsWith("hugepages-");
const isOvercommittable = (name: string): boolean => name === "cpu" || name === "memory";
const isPodLevel = (name: string): boolean => isOvercommittable(name) || isHugePage(name);

/** Containers and sidecars add up; an init container counts where it alone needs more. */
function aggregate(root: JsonObject, amounts: (resources: JsonObject) => Json | undefined): Amounts {
  const spec = isObject(root.spec) ? root.spec : {};
  const sum: Amounts = new Map();
  for (const container of objects(spec.containers)) add(sum, amountsOf(amounts(resourcesOf(container))));
  const sidecars: Amounts = new Map();
  const init: Amounts = new Map();
  for (const container of objects(spec.initContainers)) {
    const needs = new Map(amountsOf(amounts(resourcesOf(container))));
    if (container.restartPolicy === "Always") {
      add(sum, needs);
      add(sidecars, needs);
      raise(init, sidecars);
    } else {
      add(needs, sidecars);
      raise(init, needs);
    }
  }
  raise(sum, init);
  return sum;
}

function objects(list: Json | undefined): readonly JsonObject[] {
  return isList(list) ? list.filter(isObject) : [];
}

function resourcesOf(container: JsonObject): JsonObject {
  return isObject(container.resources) ? container.resources : {};
}

function amountsOf(list: Json | undefined): Amounts {
  const amounts: Amounts = new Map();
  if (!isObject(list)) return amounts;
  for (const name of Object.keys(list)) {
    const amount = member(list, name);
    if (typeof amount !== "string" && typeof amount !== "number") continue;
    amounts.set(name, canonicalQuantity(amount, true) ?? String(amount));
  }
  return amounts;
}

function add(to: Amounts, more: Amounts): void {
  for (const [name, amount] of more) {
    const before = to.get(name);
    to.set(name, before === undefined ? amount : (addQuantities(before, amount) ?? amount));
  }
}

function raise(to: Amounts, least: Amounts): void {
  for (const [name, amount] of least) {
    const before = to.get(name);
    if (before === undefined || (compareQuantities(before, amount) ?? 0) < 0) to.set(name, amount);
  }
}

function only(amounts: Amounts, wanted: (name: string) => boolean): JsonObject {
  return Object.fromEntries([...amounts].filter(([name]) => wanted(name)));
}
