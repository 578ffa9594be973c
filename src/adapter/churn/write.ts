import type { JsonObject } from "../../core/json.js";
import { metadataOf } from "../port/object.js";
import type { CountedEffect, Difference, Step } from "./effect.js";
import { type Making, makingOf } from "./making.js";

/** Who made a write, as far as it is known: managedFields have no user agent, and a request need not name a manager. */
export interface Who {
  readonly manager?: string | undefined;
  readonly userAgent?: string | undefined;
}

/** One write, as the counter takes it. */
export interface Write {
  /** Neither of the two: nobody is accused. */
  readonly who: Who;
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string | undefined;
  readonly name: string;
  /** As compareVersions gives it; the counter finds the flips among the changes. */
  readonly effect: CountedEffect;
  /** False for a request after which resourceVersion was as before: it raised no event. true unless given. */
  readonly moved?: boolean;
  readonly paths?: readonly Difference[];
  /** See Step. */
  readonly unstored?: readonly string[];
  /** How the maker writes this object, where managedFields say so. */
  readonly making?: Making;
  /** In milliseconds since 1970. */
  readonly at: number;
}

/** An update as the counter takes it. `who` is whom managedFields name, unless it is known from elsewhere. */
export function writeOf(
  after: JsonObject,
  { effect, paths, managers, unstored }: Step,
  at: number,
  who?: Who,
): Write {
  const { namespace, name } = metadataOf(after);
  const [manager] = managers;
  const named = who ?? { manager };
  return {
    who: named,
    apiVersion: String(after.apiVersion),
    kind: String(after.kind),
    ...(typeof namespace === "string" && { namespace }),
    name: String(name),
    effect,
    paths,
    unstored,
    ...(named.manager !== undefined && effect === "change" && { making: makingOf(after, named.manager) }),
    at,
  };
}

/** In place of a maker's key where none is known. */
export const NOBODY = "";

/** Neither a manager's name nor a user agent has it. */
const BETWEEN = "\u0000";

/** One for all writes of the same maker, in the order of their names: quicker to make than JSON, of which there would be several a write. */
export function whoKey({ manager, userAgent }: Who): string | undefined {
  if (manager === undefined) return userAgent === undefined ? undefined : `${BETWEEN}${userAgent}`;
  return userAgent === undefined ? manager : `${manager}${BETWEEN}${userAgent}`;
}

export function whoOf(key: string): Who {
  const mark = key.indexOf(BETWEEN);
  if (mark === -1) return { manager: key };
  const userAgent = key.slice(mark + 1);
  return mark === 0 ? { userAgent } : { manager: key.slice(0, mark), userAgent };
}
