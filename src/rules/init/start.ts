import type { KindFacts } from "../../core/facts.js";
import type { CompiledRules, MergedRule, ResolvedRule } from "../compiled.js";
import { aboutKind } from "../explain/about.js";
import { ruleFileName } from "../file-name.js";
import { fileText } from "../learn/text.js";
import { newest } from "../newest.js";
import type { RuleSubject } from "../subject.js";
import type { StartOptions } from "./options.js";
import { startingRule } from "./rule.js";
import { startingTable, type TableShape } from "./table.js";

/** Why there is no starting rule. */
export type NoStart =
  | { readonly code: "no-facts" }
  | { readonly code: "no-version"; readonly known: readonly string[] }
  | { readonly code: "no-status" }
  | { readonly code: "nothing-to-extend" };

/** A rule and its table, as texts by their names in a rule set. */
export interface Start {
  readonly files: Readonly<Record<string, string>>;
  readonly ruleFile: string;
}

/**
 * A starting rule of a kind, or of its status, from what facts say of it, and a table of cases.
 * @param below the rules that it will lie above
 */
export function startRule(
  subject: RuleSubject,
  below: CompiledRules,
  options: StartOptions,
  shape: TableShape,
): Start | NoStart {
  const { group, kind, subresource } = subject;
  const known = below.facts.kinds().filter((each) => each.group === group && each.kind === kind);
  const chosen =
    options.version === undefined ? known : known.filter(({ version }) => version === options.version);
  if (known.length === 0) return { code: "no-facts" };
  const version = newest(chosen)?.version;
  if (version === undefined) return { code: "no-version", known: known.map((each) => each.version) };
  const facts = below.facts.kind(group, version, kind);
  if (facts === undefined) return { code: "no-facts" };
  if (subresource === "status" && !hasStatus(below, facts)) return { code: "no-status" };
  const resolved = below.resolve(group, version, kind, subresource);
  const isThere = !resolved.fallback;
  if (options.extends === true && !isThere) return { code: "nothing-to-extend" };
  const isExtending = options.extends ?? isThere;
  const about = aboutKind(below.facts, facts, subject);
  const rule = startingRule({ subject, about, options, resolved, isExtending, isThere });
  const table = startingTable({
    about,
    facts: below.facts,
    subject,
    rule: ruledBy(rule, resolved, isExtending),
    mode: options.mode,
    shape,
  });
  const ruleFile = ruleFileName(group, kind, options.version, subresource);
  return {
    ruleFile,
    files: {
      [ruleFile]: fileText({ $schema: `${options.schemas}/rule.schema.json`, ...rule }),
      [ruleFileName(group, kind, "cases", subresource)]: fileText({
        $schema: `${options.schemas}/cases.schema.json`,
        ...table,
      }),
    },
  };
}

function hasStatus({ facts }: CompiledRules, kind: KindFacts): boolean {
  return kind.statusSubresource || facts.type(kind.type)?.fields.status !== undefined;
}

/** What holds once the rule lies above. */
function ruledBy(
  rule: Pick<MergedRule, "fields">,
  { rule: below }: ResolvedRule,
  isExtending: boolean,
): Pick<MergedRule, "fields"> {
  const fields = rule.fields ?? (isExtending ? below.fields : undefined);
  return fields === undefined ? {} : { fields };
}

/** Whether there is a starting rule. */
export function isStart(start: Start | NoStart): start is Start {
  return "files" in start;
}
