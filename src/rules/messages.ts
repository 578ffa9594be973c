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
  "blind-part": ({ property, path, strategy }) =>
    `${path === undefined ? "" : `${tick(path)}: `}${BLIND[property]} under the strategy ${tick(strategy)}`,
  "absent-fingerprint": ({ path, annotation }) =>
    `${tick(path)} must be gone, and ${tick(annotation)} holds the fingerprint: it is written each time`,
  "never-absent": ({ path, because }) =>
    because === "default"
      ? `${tick(path)} is never gone: the server fills in its default, so that it is written each time`
      : `${tick(path)} is never gone: the server refuses to change it, and so each write`,
  "immutable-hash": ({ paths }) =>
    `${ticks(paths.slice(0, 3))}${paths.length > 3 ? ` and ${paths.length - 3} more` : ""} cannot be changed by an update: a write for a difference there only records the new fingerprint, and the next one is skipped`,
  "removals-in-merge": ({ strategy, ...known }) =>
    `${tick(strategy)} ${inMode(known)}: what desired no longer states stays, since a merge patch removes nothing that it does not name`,
  "release-is-ignore": ({ path, ...known }) =>
    `${tick(path)} is only ignored ${inMode(known)}: to give up what we own is an apply's`,
  "idle-fields": (known) =>
    `\`fields\` leaves nothing out ${inMode(known)}, where all of desired is compared and sent`,
  "not-a-quantity": ({ path, type }) => `${tick(path)} is no quantity or number but ${type}`,
  "not-a-list": ({ path, type }) => `${tick(path)} is no list but ${type}`,
  "unknown-list-key": ({ path, key }) => `the items of ${tick(path)} have no ${tick(key)}`,
  shadowed: ({ path, role, by, byRole, at }) =>
    `${tick(role)} of ${tick(path)} says nothing beside ${tick(byRole)} of ${tick(by)} (${at})`,
  shadows: ({ path, role, by, byRole, at }) =>
    `beside ${tick(byRole)} of ${tick(by)}, the inherited ${tick(role)} of ${tick(path)} says nothing (${at})`,
  "repeated-part": ({ what, line }) => `the same ${tick(what)} as in line ${line}`,
  "repeats-inherited": ({ path, at }) => `${tick(path)} is inherited as it stands here (${at})`,
  "empty-part": () => "nothing holds here",
  "override-never-matches": ({ property, value }) => `no object has the ${property} ${tick(value)}`,
  "contradictory-condition": ({ path }) => `${tick(path)} cannot be absent and have a value`,
  "never-holds": ({ path, because, type, equals }) =>
    because === "always" ? `every object has ${tick(path)}` : `${tick(path)} is ${type}, and never ${equals}`,
  "mixed-types": ({ type, outer }) =>
    `${tick(type)} has defaults, and zeros that are absent, which do not hold in ${tick(outer)}: a write may be missed`,
  "missing-why": ({ property }) => `${property} without a \`why\``,
  "exact-without-facts": ({ kind }) =>
    `exact for ${kind}, of which no facts are known: it may write too often`,
};

/** What a strategy cannot keep of a part. */
const BLIND: { readonly [Property in Of<"blind-part">["property"]]: string } = {
  absent: "that live has it is not seen",
  once: "that live lacks it is not seen",
  finalizers: "that live has the last of ours is not seen",
};

function inMode({ mode, table }: { readonly mode: string; readonly table?: string }): string {
  return table === undefined ? `in mode ${tick(mode)}` : `in mode ${tick(mode)} (${table})`;
}

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

function kindName(group: string, kind: string): string {
  return tick(group === "" ? kind : `${kind}.${group}`);
}

/** In backquotes, and never longer than a line. */
export function tick(text: string): string {
  return `\`${text.length > 80 ? `${text.slice(0, 79)}…` : text}\``;
}

function ticks(words: readonly string[]): string {
  return words.map(tick).join(", ");
}
