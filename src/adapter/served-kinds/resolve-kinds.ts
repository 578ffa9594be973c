import { nearest } from "../../rules/nearest.js";
import { type Documents, discover } from "./discover.js";
import { KindError } from "./kind-error.js";
import { matchKinds } from "./match-kinds.js";
import type { Served, ServedKind } from "./served-kind.js";

/**
 * The kinds that names stand for, each once, in the order of the names. A name is one of kubectl's: `deploy`, `deployments`,
 * `Deployment`, `deployments.apps`, `deployments.v1.apps`, `apps/v1/Deployment`, `widgets.example.com`, a category such as `all`, or
 * several of these with commas between. Of a category, what cannot be listed and watched is left out.
 * @throws KindError; ApiError where the server does not say what it serves
 */
export async function resolveKinds(
  port: Documents,
  names: readonly string[],
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<readonly ServedKind[]> {
  const asked = names.flatMap((each) => each.split(",")).map((each) => each.trim());
  const served = await discover(port, signal);
  const found = asked.filter(Boolean).flatMap((name) => watchable(name, served));
  return [...new Set(found)];
}

function watchable(name: string, served: Served): readonly ServedKind[] {
  const found = matchKinds(name, served.kinds);
  if (found.length === 0) throw unknown(name, served);
  const [first] = found;
  const able = found.filter(({ verbs }) => verbs.includes("list") && verbs.includes("watch"));
  if (able.length > 0 || first === undefined) return able;
  const { plural, apiVersion, verbs } = first;
  const has = verbs.join(", ") || "nothing";
  const message = `${plural} of ${apiVersion} cannot be watched: its server takes ${has} of them`;
  throw new KindError("not-watchable", name, message, "Leave it out.");
}

function unknown(name: string, { kinds, missing }: Served): KindError {
  const near = nearest(name, candidates(name, kinds));
  const silent =
    missing.length === 0
      ? ""
      : ` Servers that do not answer now may have it: those of ${missing.join(", ")}.`;
  const hint = near === undefined ? "kubectl api-resources lists what it serves." : `Did you mean ${near}?`;
  return new KindError("unknown-kind", name, `the server serves no ${name}`, hint + silent, near);
}

/** What kinds are called in the way that a name is spelled. */
function candidates(name: string, kinds: readonly ServedKind[]): Set<string> {
  return new Set(
    kinds.flatMap(({ apiVersion, group, version, kind, plural, singular, shortNames, categories }) => {
      if (name.includes("/")) return [`${apiVersion}/${kind}`];
      if (!name.includes(".")) return [plural, singular, ...shortNames, ...categories, kind];
      return group === "" ? [] : [`${plural}.${group}`, `${plural}.${version}.${group}`];
    }),
  );
}
