import { eachOrFirstError } from "../../adapter/pool.js";
import { ApiError } from "../../adapter/port/api-error.js";
import { isList, isObject, type Json } from "../../core/json.js";
import type { Ask } from "./ask.js";
import { type Named, namesKind } from "./name.js";

/** A kind as the server serves it. */
export interface Served {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
  readonly statusSubresource: boolean;
  /** The one that the server prefers comes first. */
  readonly versions: readonly string[];
}

/** How many lists are asked for at once. */
const AT_ONCE = 8;

/** The kinds that the server serves by a name, in groups that have one. An API that does not answer has none. */
export async function findServed(name: string, ask: Ask): Promise<readonly Served[]> {
  const [, ...rest] = name.toLowerCase().split(".");
  const named = rest.join(".");
  const all = versionsIn(await ask("/apis")).filter(({ group }) => named === "" || group === named);
  const found = new Map<number, readonly Served[]>();
  await eachOrFirstError([...all.entries()], AT_ONCE, async ([index, each]) => {
    found.set(index, await servedIn(each, name, ask));
  });
  const byKind = new Map<string, Served>();
  for (const served of all.flatMap((_, index) => found.get(index) ?? [])) {
    const key = `${served.group}/${served.kind}`;
    const before = byKind.get(key);
    byKind.set(key, before === undefined ? served : joined(before, served));
  }
  return [...byKind.values()];
}

function joined(before: Served, { versions, statusSubresource }: Served): Served {
  return {
    ...before,
    versions: [...before.versions, ...versions],
    statusSubresource: before.statusSubresource || statusSubresource,
  };
}

interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

/** The groups and versions of `/apis`. */
function versionsIn(answer: Json): readonly GroupVersion[] {
  const groups = isObject(answer) && isList(answer.groups) ? answer.groups.filter(isObject) : [];
  return groups.flatMap(({ name, versions }) => {
    const names = isList(versions) ? versions.filter(isObject).map(({ version }) => version) : [];
    return names.flatMap((version) =>
      typeof version === "string" && typeof name === "string" ? [{ group: name, version }] : [],
    );
  });
}

async function servedIn(
  { group, version }: GroupVersion,
  name: string,
  ask: Ask,
): Promise<readonly Served[]> {
  const answer = await unlessDown(() =>
    ask(`/apis/${encodeURIComponent(group)}/${encodeURIComponent(version)}`),
  );
  const resources = isObject(answer) && isList(answer.resources) ? answer.resources.filter(isObject) : [];
  const hasStatus = (plural: string): boolean => resources.some((each) => each.name === `${plural}/status`);
  return resources.flatMap(({ name: plural, kind, namespaced, singularName, shortNames }) => {
    if (typeof plural !== "string" || typeof kind !== "string" || plural.includes("/")) return [];
    const called: Named = {
      ...{ group, kind, plural },
      ...(typeof singularName === "string" && { singular: singularName }),
      ...(isList(shortNames) && { shortNames: shortNames.map(String) }),
    };
    if (!namesKind(name, called)) return [];
    const [isNamespaced, statusSubresource] = [namespaced === true, hasStatus(plural)];
    return [{ group, kind, plural, namespaced: isNamespaced, statusSubresource, versions: [version] }];
  });
}

/** Nothing of an aggregated API that is not there, as `kubectl api-resources` passes over it. */
async function unlessDown(ask: () => Promise<Json>): Promise<Json> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ApiError && (error.status >= 500 || error.status === 404)) return null;
    throw error;
  }
}
