import type { ServedKind } from "./served-kind.js";

/**
 * The kinds that a name stands for, as kubectl takes it: each group's preferred version, and only the first group that has the name,
 * but for a category. None: the server has no such name.
 *
 * Read in this order: a category (`all`); `apps/v1/Deployment`; a plural, singular or kind with a version and a group
 * (`deployments.v1.apps`); with a group, or the beginning of one (`deployments.apps`); by itself; a short name (`deploy`) likewise. Letter
 * case counts nothing. (DefaultRESTMapper, PriorityRESTMapper and the shortcut and category expanders of client-go.)
 */
export function matchKinds(asked: string, kinds: readonly ServedKind[]): readonly ServedKind[] {
  const name = asked.toLowerCase();
  const category = onePerResource(kinds.filter(({ categories }) => categories.includes(name)));
  if (category.length > 0) return category;
  const found = name.includes("/") ? byPath(name, kinds) : byName(name, kinds);
  return found === undefined ? [] : [found];
}

/** A kind that two versions of a group have is one. */
function onePerResource(kinds: readonly ServedKind[]): readonly ServedKind[] {
  const first = new Map<string, ServedKind>();
  for (const kind of kinds) {
    const key = `${kind.plural}.${kind.group}`;
    if (!first.has(key)) first.set(key, kind);
  }
  return [...first.values()];
}

/** `v1/Pod`, `apps/v1/Deployment` */
function byPath(name: string, kinds: readonly ServedKind[]): ServedKind | undefined {
  const apiVersion = name.slice(0, name.lastIndexOf("/"));
  const rest = name.slice(apiVersion.length + 1);
  return named(
    rest,
    kinds.filter((each) => each.apiVersion === apiVersion),
  );
}

function byName(name: string, kinds: readonly ServedKind[]): ServedKind | undefined {
  const [resource = "", version, ...group] = name.split(".");
  const inVersion = kinds.filter((each) => each.version === version && each.group === group.join("."));
  const rest = name.slice(resource.length + 1);
  if (rest === "") return named(resource, kinds);
  return (
    named(resource, inVersion) ??
    named(
      resource,
      kinds.filter((each) => each.group === rest),
    ) ??
    named(
      resource,
      kinds.filter((each) => each.group.startsWith(rest)),
    )
  );
}

/** A name by itself comes before what is short for another. */
function named(name: string, kinds: readonly ServedKind[]): ServedKind | undefined {
  return (
    kinds.find(({ plural, singular, kind }) => [plural, singular, kind.toLowerCase()].includes(name)) ??
    kinds.find(({ shortNames }) => shortNames.includes(name))
  );
}
