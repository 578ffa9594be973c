import type { CountedEffect, Finding, Note, Proposal } from "../../adapter/churn/index.js";
import { printable } from "../../prose/index.js";
import { grouped } from "../churn/numbers.js";

/** What somebody does, in words that follow who. */
export function faultText({ what, managers }: Finding): string {
  const many = managers.length > 1;
  switch (what) {
    case "moves-nothing":
      return `${many ? "update" : "updates"} and ${many ? "change" : "changes"} nothing`;
    case "writes-nothing":
      return `${many ? "send" : "sends"} what changes nothing`;
    case "flips":
      return managers.length > 1 ? "overwrite each other" : "goes back and forth";
    case "times-only":
      return `${many ? "write" : "writes"} time stamps alone`;
    case "respells":
      return `${many ? "spell" : "spells"} the same values in another way`;
  }
}

/** Who does it. */
export function whoText({ managers }: Pick<Finding, "managers">): string {
  return managers.length === 0 ? "somebody whom managedFields do not name" : namesText(managers);
}

export function namesText(names: readonly string[]): string {
  return names.map(printable).join(", ");
}

/** The effects and how many there were of each, the commonest first. */
export function effectsText(effects: Readonly<Partial<Record<CountedEffect, number>>>): string {
  return Object.entries(effects)
    .sort(([, a], [, b]) => b - a)
    .map(([effect, count]) => `${grouped(count)} ${EFFECT_WORDS[effect as CountedEffect]}`)
    .join(", ");
}

const EFFECT_WORDS: Readonly<Record<CountedEffect, string>> = {
  nothing: "changed nothing",
  "managed-fields": "changed managedFields alone",
  times: "changed time stamps alone",
  respelling: "spelled values anew",
  flip: "put back what was taken away",
  change: "changed something",
  unknown: "unknown",
  create: "created",
  delete: "deleted",
};

/** What would stop it, without the rule. */
export function proposalText(proposal: Proposal, { managers, kind }: Finding): string {
  const paths = "paths" in proposal ? namesText(proposal.paths) : "";
  switch (proposal.fix) {
    case "leave-out-empty":
      return `leave ${paths} out where it is empty: it is stated so, and the server never stores it. Or ask a gate before writing`;
    case "find-writer":
      return paths === ""
        ? `churngate audit names every request: the log has who it is`
        : `churngate audit names every request: the log has who it is. An empty ${proposal.paths.map(printable).join(" or ")}, which the server never stores, is such a write`;
    case "gate":
      return `ask a gate before writing the ${kind}: churngate apply, or createGate in the controller`;
    case "give-way":
      return `${printable(proposal.gives)} should leave it to ${namesText(proposal.keeps)}: this rule of its gate does (${proposal.by})`;
    case "settle":
      return `${namesText(managers)} has to come to one result: are two of it at work with other settings, or does the result hang on an order or on chance?`;
    case "incidental":
      return "a new time is no reason to write: this rule of its gate sends it only along with other changes (incidental)";
    case "leave-out-time":
      return `leave ${paths} out, or set it only where something else changes`;
    case "spell-as-stored":
      return `state ${paths} as the server stores it, or ask a gate, which knows that both are the same`;
  }
}

/** What could not be seen. */
export function noteText(note: Note): string {
  switch (note.code) {
    case "no-ops-unseen":
      return "A write that the server finds to change nothing raises no event, so that nobody can watch it: churngate audit finds it in the audit log.";
    case "missed":
      return `${grouped(Number(note.steps))} times an object had moved on by more than was seen. Nobody is accused of what came between.`;
    case "memory-full":
      return `${grouped(Number(note.versions))} last versions were let go of, to stay within --memory; the next update of such an object cannot be told.`;
    case "not-watched":
      return `${printable(String(note.kind))} (${printable(String(note.apiVersion))}) was not watched: ${printable(String(note.why))}`;
    default:
      return note.code;
  }
}
