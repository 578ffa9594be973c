import type { RuleProblem } from "./problems.js";

type Of<Code extends RuleProblem["code"]> = Extract<RuleProblem, { code: Code }>;

/** One sentence a code. Names of a file's own words stand in backquotes. */
const SENTENCES: { readonly [Code in RuleProblem["code"]]: (problem: Of<Code>) => string } = {
  syntax: ({ detail }) => `not JSON: ${detail}`,
  "duplicate-key": ({ key }) => `the property ${tick(key)} is there twice`,
  "unknown-property": ({ property }) => `there is no property ${tick(property)} here`,
  "missing-property": ({ property }) => `the property ${tick(property)} is missing`,
  "wrong-type": ({ expected, found }) => `expected ${expected}, found ${found}`,
  empty: ({ found }) => `${found} that says nothing`,
  "unknown-strategy": ({ value, allowed }) => `${tick(value)} is no strategy here; one of ${ticks(allowed)}`,
  "unknown-value": ({ value, allowed }) => `${tick(value)} is not one of ${ticks(allowed)}`,
  "duplicate-value": ({ value }) => `${tick(value)} is in this list twice`,
  "newer-format": ({ format, supported }) =>
    `format ${format} is newer than this program, which reads format ${supported}`,
  "bad-path": ({ path, detail, at }) =>
    `${tick(path)} is no field path: ${PATH_DETAILS[detail]} at its column ${at}`,
  "duplicate-rule": ({ kind, other }) => `${kind} already has a rule in this set: ${other}`,
  "core-group": () => 'the core group is written "", as in apiVersion: v1; only its folder is called core',
  "duplicate-entry": ({ path }) => `${tick(path)} is in this list twice`,
  "misplaced-rule": ({ kind, expected }) => `this is a rule for ${kind}, which belongs in ${expected}`,
  "extends-nothing": ({ kind }) => `no set below has a rule for ${kind} to extend`,
  "removes-nothing": ({ path }) => `there is no inherited entry ${tick(path)} to remove`,
  "list-pairing": ({ path }) => `${tick(path)} needs either \`keys\` or \`set\``,
  "incidental-path": ({ path }) =>
    `${tick(path)} has nothing beside it: an incidental path ends in the name of a field or key, below the top`,
  "outside-status": ({ path }) => `${tick(path)} lies outside the status that this rule is for`,
  "not-in-status": ({ property }) =>
    `${tick(property)} is kept in the metadata, which no write of the status changes`,
  "unknown-type": ({ type }) => `there are no facts of a type ${tick(type)}`,
  unreadable: ({ detail }) => `cannot be read: ${detail}`,
  "unknown-kind": ({ group, kind }) => `no facts are known of a kind ${kindName(group, kind)}`,
  "unknown-version": ({ version, known }) =>
    `no facts are known of version ${tick(version)}; of ${ticks(known)} there are`,
  "unknown-path": ({ step, parent, type }) =>
    `${parent === "" ? "the kind" : tick(parent)} (${type}) has no ${tick(step)}`,
  "unknown-sibling": ({ path, name }) => `there is no ${tick(name)} beside ${tick(path)}`,
  "never-compared": ({ path }) => `${tick(path)} is never compared and never written`,
  "useless-hash": ({ strategy }) => `\`hash\` does nothing under the strategy ${tick(strategy)}`,
  "useless-strategy": ({ path, strategy }) =>
    `a strategy for ${tick(path)} does nothing under the rule's ${tick(strategy)}`,
  "useless-part": ({ property, strategy }) =>
    `${tick(property)} does nothing under the strategy ${tick(strategy)}`,
  "not-a-quantity": ({ path, type }) => `${tick(path)} is no quantity or number but ${type}`,
  "not-a-list": ({ path, type }) => `${tick(path)} is no list but ${type}`,
  "not-a-set": ({ path, type }) => `the items of ${tick(path)} are ${type}, which need \`keys\``,
  "unknown-list-key": ({ path, key }) => `the items of ${tick(path)} have no ${tick(key)}`,
  "ignored-field": ({ path, ignore }) => `${tick(path)} is compared by nothing: ${tick(ignore)} is ignored`,
  "override-never-matches": ({ property, value }) => `no object has the ${property} ${tick(value)}`,
  "contradictory-condition": ({ path }) => `${tick(path)} cannot be absent and have a value`,
  "mixed-types": ({ type, outer }) =>
    `${tick(type)} has defaults, and zeros that are absent, which do not hold in ${tick(outer)}: a write may be missed`,
  "missing-why": ({ property }) => `${property} without a \`why\``,
  "exact-without-facts": ({ kind }) =>
    `exact for ${kind}, of which no facts are known: it may write too often`,
};

const PATH_DETAILS: { readonly [Detail in Of<"bad-path">["detail"]]: string } = {
  "empty-path": "nothing",
  "empty-step": "an empty step",
  "unclosed-bracket": "a bracket that is not closed",
  "index-in-path": "an index, which rules don't have (use keys or [*])",
  "unexpected-character": "an unexpected character",
};

/** What is wrong, as one sentence. */
export function messageOf(problem: RuleProblem): string {
  const sentence = SENTENCES[problem.code] as (problem: RuleProblem) => string;
  return sentence(problem);
}

/** What to do about it, where that can be said. */
export function hintOf(problem: RuleProblem): string | undefined {
  if ("nearest" in problem && problem.nearest !== undefined) return `did you mean ${tick(problem.nearest)}?`;
  switch (problem.code) {
    case "newer-format":
      return "install a newer churngate, or write the file in the older format";
    case "unknown-path":
      return problem.type.startsWith("list") ? "go into a list by `[*]` or by keys: `[name=web]`" : undefined;
    case "exact-without-facts":
    case "unknown-kind":
      return "describe the kind, with all of its fields, in `<Kind>.facts.json` beside the rule";
    case "mixed-types":
      return 'list its fields in a type of your own; or, in an aggregated API whose server is written in Go, `"stored": "typed"`';
    case "extends-nothing":
      return "leave out `extends` and give the rule a strategy";
    default:
      return undefined;
  }
}

function kindName(group: string, kind: string): string {
  return tick(group === "" ? kind : `${kind}.${group}`);
}

/** In backquotes, and never longer than a line. */
function tick(text: string): string {
  return `\`${text.length > 80 ? `${text.slice(0, 79)}…` : text}\``;
}

function ticks(words: readonly string[]): string {
  return words.map(tick).join(", ");
}
