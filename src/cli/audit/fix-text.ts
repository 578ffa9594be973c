import type { Finding } from "../../adapter/churn/index.js";
import { printable } from "../../prose/index.js";

/** What would stop a finding, as a sentence. */
export function fixText({ proposal, apiVersion, kind }: Finding): string {
  const rule =
    "rule" in proposal && proposal.rule !== undefined ? ` A rule: ${JSON.stringify(proposal.rule)}` : "";
  return printable(sentence(proposal, `${kind} (${apiVersion})`) + rule);
}

function sentence(proposal: Finding["proposal"], kind: string): string {
  switch (proposal.fix) {
    case "gate":
      return `ask before writing: a gate (createEnsurer, or churngate apply) compares ${kind} with live, and sends nothing where nothing differs`;
    case "leave-out-empty":
      return `leave out what is stated empty, and not stored: ${proposal.paths.join(", ")}`;
    case "find-writer":
      return `the log does not tell who it is${proposal.paths.length > 0 ? `; these may be stated empty: ${proposal.paths.join(", ")}` : ""}`;
    case "give-way":
      return `let ${proposal.gives} leave these fields to ${proposal.keeps.join(", ")}`;
    case "settle":
      return `it goes back and forth by itself: two replicas with other settings, or a result that depends on chance (${proposal.paths.join(", ")})`;
    case "incidental":
      return "time stamps are no reason to write: set them when something else changes";
    case "leave-out-time":
      return `leave the time out, or set it only when something else changes: ${proposal.paths.join(", ")}`;
    case "spell-as-stored":
      return `state values as the server stores them, or compare by the facts: ${proposal.paths.join(", ")}`;
  }
}
