import { tick } from "./messages.js";
import type { RuleProblem } from "./problems.js";

/** What to do about it, where that can be said. */
export function hintOf(problem: RuleProblem): string | undefined {
  if ("nearest" in problem && problem.nearest !== undefined) return `did you mean ${tick(problem.nearest)}?`;
  switch (problem.code) {
    case "newer-format":
      return "install a newer churngate, or write the file in the older format";
    case "extends-nothing":
      return "name the set that has it too (`--rules DIR`), below this one; or leave out `extends` and give the rule a strategy";
    case "exact-without-facts":
    case "unknown-kind":
      return "`churngate learn` writes `<Kind>.facts.json`, with all of the kind's fields, beside the rule";
    case "mixed-types":
      return 'list its fields in a type of your own; or, in an aggregated API whose server is written in Go, `"stored": "typed"`';
    default:
      return lintHint(problem);
  }
}

function lintHint(problem: RuleProblem): string | undefined {
  switch (problem.code) {
    case "unknown-path":
      return problem.type.startsWith("list")
        ? "go into a list by `[*]` or by keys: `[name=web]`"
        : "take it out, or spell it as the kind's API does";
    case "unknown-version":
      return "take it out, unless the cluster serves it";
    case "unknown-sibling":
      return "name fields of the struct that holds it";
    case "never-compared":
      return "take it out; what others write into a status is for a rule of the status, `<Kind>.status.json`";
    case "useless-hash":
      return 'take it out, or choose `"strategy": "hash"`';
    case "useless-strategy":
      return "take it out, or set `hash.drift`, by which values are compared too";
    case "blind-part":
      return problem.property === "finalizers"
        ? "choose `exact`, which sees what desired no longer states"
        : "set `hash.drift`, by which live is compared too, or choose `exact`";
    case "absent-fingerprint":
      return "take it out, or record the fingerprint elsewhere: `hash.annotation`";
    case "never-absent":
      return problem.because === "default"
        ? "take it out; a value that desired leaves out goes back to its default"
        : "take it out: only a new object can be without it";
    case "immutable-hash":
      return "leave it out of `fields`; or set `hash.drift`, by which the difference is reported each time as blocked";
    case "removals-in-merge":
      return "choose `derivative`, and state null, or list under `absent`, what must go";
    case "release-is-ignore":
      return "list it under `ignore`";
    case "idle-fields":
      return "take it out, and `ignore` what is not ours";
    case "not-a-quantity":
      return "`atLeast` takes quantities and numbers";
    case "not-a-list":
      return "`lists` says how the items of a list are paired";
    case "unknown-list-key":
      return "name fields of the items";
    case "shadowed":
      return `take it out, or narrow ${tick(problem.by)}`;
    case "shadows":
      return `narrow it, or take the other one away: { "path": ${JSON.stringify(problem.path)}, "remove": true } in ${tick(problem.role)}`;
    case "repeated-part":
    case "repeats-inherited":
      return problem.code === "repeated-part" ? "make one of the two" : "take it out";
    case "empty-part":
      return "say what is to hold, or take it out";
    case "override-never-matches":
      return "match what the API takes as such a name, with * for any text";
    case "contradictory-condition":
      return "take out `exists`, or `equals`";
    case "never-holds":
      return problem.because === "always" ? "take it out" : "compare with a value of that type";
    case "missing-why":
      return 'say it in a sentence: `"why": "..."`';
    default:
      return undefined;
  }
}
