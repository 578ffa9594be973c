import { groupVersionOf } from "../../core/decide/identity.js";
import { bundledFacts } from "../../rules/facts.js";
import { pluralOf } from "../port/plural.js";
import type { Kind, Resource } from "./resource.js";

/** Groups of the API server's own; anybody may define kinds in others. */
const OWN = /^(?:[a-z]*|[a-z]+(?:\.apiserver|\.authorization)?\.k8s\.io)$/;

/** How a kind that every server has is addressed; undefined for any other. A server too old or too new for it answers that it has no such path. */
export function builtIn({ apiVersion, kind }: Kind): Resource | undefined {
  const { group, version } = groupVersionOf(apiVersion);
  if (!OWN.test(group)) return undefined;
  const namespaced = bundledFacts.kind(group, version, kind)?.namespaced;
  if (namespaced === undefined) return undefined;
  const prefix = group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
  return { prefix, plural: pluralOf(kind.toLowerCase()), namespaced };
}
