import type { Finding, Proposal } from "../../adapter/churn/index.js";
import { makersOf } from "./fault.js";
import type { Phrase } from "./phrase.js";

/**
 * What would stop a finding, in whole sentences and without the rule.
 * @param of whose finding it is
 * @param place where the reader finds the rule
 */
export function proposalPhrase(
  proposal: Proposal,
  of: Pick<Finding, "managers" | "userAgents" | "kind">,
  place: "here" | "below",
): Phrase {
  const byRule = place === "here" ? ", by this rule of its gate" : ", by the rule below";
  const ruled = "rule" in proposal && proposal.rule !== undefined ? byRule : "";
  switch (proposal.fix) {
    case "leave-out-empty":
      return [
        "Leave ",
        { names: proposal.paths },
        " out where it is empty: the server does not store it, so that each write looks new. Or ask a gate before writing.",
      ];
    case "find-writer":
      return [
        "Find who it is: an audit log names every request (churngate audit).",
        ...named(" One that states an empty list is such a write: ", proposal.paths, "."),
      ];
    case "gate":
      return [`Ask a gate before writing the ${of.kind}: createGate in the controller, or churngate apply.`];
    case "give-way":
      return [
        "Let ",
        { names: [proposal.gives] },
        " give way to ",
        { names: proposal.keeps },
        `${ruled} (${proposal.by}).`,
      ];
    case "settle":
      return [
        ...named("", makersOf(of), " alone goes"),
        " back and forth",
        ...named(" at ", proposal.paths, ""),
        ": look for two replicas with other settings, or a result that depends on an order or on chance.",
      ];
    case "incidental":
      return [`A new time is no reason to write: send it only along with other changes${ruled}.`];
    case "leave-out-time":
      return [
        "Leave the time out, or set it only where something else changes",
        ...named(": ", proposal.paths, ""),
        ".",
      ];
    case "spell-as-stored":
      return [
        "State values as the server stores them",
        ...named(" at ", proposal.paths, ""),
        ", or ask a gate, which compares by the kind's facts.",
      ];
  }
}

/** Nothing where there are no names. */
function named(before: string, names: readonly string[], after: string): Phrase {
  return names.length === 0 ? [] : [before, { names }, after];
}
