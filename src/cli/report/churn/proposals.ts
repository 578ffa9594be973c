import { isList, type Json } from "../../../core/json.js";
import { valueText } from "../../churn/value.js";
import type { Proposal } from "../documents.js";
import { type Html, html, type Part } from "../html.js";
import { some } from "../table.js";
import { codeText } from "../words.js";

/** What to do about a finding, in a sentence. `rule`: where the reader finds it. */
export function proposalText({ fix, rule, args }: Proposal, place: "here" | "below"): Html {
  const namesOf = (name: string): Part => {
    const [, value] = args.find(([each]) => each === name) ?? [];
    return value === undefined || (isList(value) && value.length === 0) ? undefined : some(texts(value));
  };
  const at = (before: string): Part => {
    const paths = namesOf("paths");
    return paths && html`${before}${paths}`;
  };
  const byRule = rule === undefined ? "" : place === "here" ? ", by this rule" : ", by the rule below";
  return html`<p>${sentence()}</p>`;

  function sentence(): Part {
    switch (fix) {
      case "leave-out-empty":
        return html`Leave out what is empty${at(": ")}. The server does not store it, so that each write looks new.`;
      case "find-writer":
        return html`Find who it is: the audit log names every request (churngate audit).${at(" A list may be stated empty: ")}`;
      case "gate":
        return "Ask a gate before writing: createGate in the controller, or churngate apply.";
      case "give-way":
        return html`Let ${namesOf("gives") ?? "one of them"} give way to ${namesOf("keeps") ?? "the others"}${byRule}.`;
      case "settle":
        return html`One alone goes back and forth${at(" at ")}: look for two replicas with other settings, or a result that depends on chance.`;
      case "incidental":
        return `A new time is no reason to write: send it only along with other changes${byRule}.`;
      case "leave-out-time":
        return html`Leave the time out, or set it only where something else changes${at(": ")}.`;
      case "spell-as-stored":
        return html`State values as the server stores them${at(": ")}, or ask a gate, which compares by the kind's facts.`;
      default:
        return codeText({ code: fix, args });
    }
  }
}

function texts(value: Json): readonly string[] {
  return isList(value) ? value.map(valueText) : [valueText(value)];
}
