import type { Unlearned } from "../core/unlearned.js";

type Of<Code extends Unlearned["code"]> = Extract<Unlearned, { code: Code }>;

const SENTENCES: { readonly [Code in Unlearned["code"]]: (unknown: Of<Code>) => string } = {
  admission: () => "what admission webhooks and policies change or refuse",
  "transition-rule": ({ path, rule }) =>
    `which changes of ${path === "" ? "the object" : path} this rule refuses: ${shortened(rule)}`,
  "conversion-webhook": () => "what the conversion webhook makes of an object between its versions",
  "stored-otherwise": ({ stored }) =>
    `what is lost in ${stored}, the version that is stored, whose schema differs`,
  "unknown-fields-kept": ({ path }) =>
    `the fields of ${path}: whatever stands there is kept, and compared as plain JSON`,
  "definition-unread": () =>
    "how its versions are converted, and which one is stored: the definition could not be read",
  "no-schema": () => "anything of its fields: it has no schema, and is compared as plain JSON",
  untyped: ({ path }) => `the fields of ${path}: it has no type, and is compared as plain JSON`,
  "large-default": ({ path }) => `whether ${path} has its default: the number is too large`,
  zeros: ({ fields }) =>
    `whether false, 0, "", {} or [] is stored in ${fields} ${fields === 1 ? "field" : "fields"}: taken for values, so that stating them may be a write too often`,
  "computed-defaults": () => "what the server fills in beyond the defaults that its OpenAPI states",
  immutable: () => "what an update may not change",
  "defaults-assumed": ({ path, type }) =>
    `whether the server fills in at ${path} what it does in a ${type}: taken for granted`,
  undescribed: ({ path, type }) => `the fields of ${path}: the server does not describe ${type}`,
};

/** What could not be found out, to follow "not found out:". */
export function unlearnedText(unknown: Unlearned): string {
  const sentence = SENTENCES[unknown.code] as (unknown: Unlearned) => string;
  return sentence(unknown);
}

/** A rule on one line, and no longer than a line. */
function shortened(rule: string): string {
  const text = rule.replace(/\s+/g, " ").trim();
  return text.length > 160 ? `${text.slice(0, 159)}…` : text;
}
