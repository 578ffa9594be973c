import type { PassedBy } from "../../core/decision.js";
import type { Strategy } from "../../generated/rule.js";
import type { ResolvedRule } from "../compiled.js";
import { type PathRole, pathUses } from "../path-uses.js";
import type { KindAbout } from "./about.js";

/** What differs without being a reason to write, unless a rule says otherwise, and by whom it is so. */
export interface PassedOver {
  readonly by: PassedBy["code"] | "status";
  readonly text: string;
}

/** What is passed over by facts and by what every object has; the rule's own parts are not among it. */
export function passedOver(about: KindAbout | undefined, { rule }: ResolvedRule): readonly PassedOver[] {
  const compares = rule.strategy === "exact" || rule.strategy === "derivative";
  const ofFacts = about !== undefined && compares;
  const isStatus = rule.subresource === "status";
  return [
    ...(ofFacts && about.defaults.length > 0
      ? [{ by: "default", text: "a default of the server, where desired is silent" } as const]
      : []),
    ...(ofFacts && about.computed.length > 0
      ? [{ by: "computed", text: "what the server works out" } as const]
      : []),
    ...(ofFacts
      ? [
          {
            by: "spelling",
            text: "another spelling of a value, such as 1000m for 1, where the kind's type takes both",
          } as const,
        ]
      : []),
    ...(ofFacts && about.kept.length > 0
      ? [{ by: "kept-from-live", text: "what the server fills in and keeps" } as const]
      : []),
    ...(rule.strategy === "derivative"
      ? [{ by: "not-stated", text: "whatever desired does not state" } as const]
      : []),
    ...(rule.strategy === "hash" && (rule.hash?.drift ?? "none") === "none"
      ? [{ by: "drift", text: "every edit of live, while the recorded fingerprint is desired's" } as const]
      : []),
    ...(isStatus
      ? []
      : [{ by: "foreign", text: "labels, annotations, finalizers and owner references of others" } as const]),
    ...(isStatus || about?.facts.statusSubresource === false
      ? []
      : [{ by: "status", text: "the status, which is written through its own subresource" } as const]),
  ];
}

/** What becomes of what desired no longer states, by how it is written. */
export const REMOVED: { readonly [Of in Strategy]: Readonly<Record<"replace" | "apply" | "merge", string>> } =
  {
    exact: {
      replace: "a field, a key or an item of ours goes",
      apply: "what our entry in managedFields records goes, unless another manager owns it too",
      merge: "stays; null, or `absent`, takes it away",
    },
    derivative: {
      replace: "a field or a key stays, and is not seen; an item of a list goes",
      apply: "is not seen; it goes with the next write, unless another manager owns it too",
      merge: "stays; null, or `absent`, takes it away",
    },
    hash: {
      replace: "is another fingerprint: what is ours goes",
      apply: "is another fingerprint: what our entry records goes, unless another manager owns it too",
      merge: "is another fingerprint, which is recorded; what it stood for stays",
    },
    unconditional: {
      replace: "what is ours goes, as with each write",
      apply: "what our entry records goes, unless another manager owns it too",
      merge: "stays; null, or `absent`, takes it away",
    },
    observed: {
      replace: "goes where the server's answer has it no more",
      apply: "goes where the server's answer has it no more, unless another manager owns it too",
      merge: "stays; null, or `absent`, takes it away",
    },
  };

/** What a strategy is, in a sentence. */
export const STRATEGY: { readonly [Of in Strategy]: string } = {
  exact: "A write where what is ours is not exactly what desired states.",
  derivative:
    "A write where a value that desired states is another in live; what it leaves out is not looked at.",
  hash: "A write where the fingerprint of desired is not the one that an annotation of live records.",
  unconditional: "A write each time.",
  observed:
    "A write where live is not what the server answered to the last write, or dry run, of the same desired object.",
};

const PARTS: { readonly [Role in Exclude<PathRole, "condition">]: string } = {
  fields: "ours",
  ignore: "never a reason to write, never changed by one",
  absent: "must be gone",
  once: "stated at creation, or where live lacks it; then left alone",
  release: "no longer ours: left to others",
  immutable: "refused on update",
  atLeast: "may be more in live",
  lists: "",
  incidental: "no reason to write, but sent along with others",
};

/** A part of a rule, in words. */
export interface ExplainedPart {
  readonly role: PathRole;
  readonly path: string;
  /** JSON pointer into the merged rule. */
  readonly pointer: string;
  readonly text: string;
  readonly why?: string;
  /** It holds for some objects, or in some states, only. */
  readonly scope: string;
}

/** The parts of a rule that name a path, in words. */
export function explainedParts({ rule }: ResolvedRule): readonly ExplainedPart[] {
  return [...pathUses(rule)].flatMap((use): ExplainedPart[] => {
    const { role, path, pointer, scope, entry } = use;
    if (role === "condition") return [];
    const why = entry && "why" in entry ? { why: entry.why } : {};
    const how = entry && "strategy" in entry ? `, by ${entry.strategy}` : "";
    const pairing =
      entry && ("keys" in entry || "set" in entry || "foreign" in entry) ? pairingText(entry) : "";
    const beside = entry && "with" in entry ? ` (${entry.with?.join(", ")})` : "";
    return [{ role, path, pointer, scope, text: `${PARTS[role]}${how}${pairing}${beside}`, ...why }];
  });
}

function pairingText(entry: {
  readonly keys?: readonly string[];
  readonly set?: true;
  readonly foreign?: string;
}): string {
  const by = entry.keys === undefined ? "a set: order does not matter" : `paired by ${entry.keys.join(", ")}`;
  return `${by}; items that desired lacks ${entry.foreign === "keep" ? "stay" : "go"}`;
}
