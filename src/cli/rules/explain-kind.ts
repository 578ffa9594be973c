import { MODES } from "../../core/decision.js";
import type { Strategy } from "../../generated/rule.js";
import { type Layout, printable, table, wrapLine } from "../../prose/index.js";
import type { CompiledRules, ResolvedRule } from "../../rules/compiled.js";
import { aboutKind, type KindAbout } from "../../rules/explain/about.js";
import { type FactLine, factLines } from "../../rules/explain/facts-text.js";
import {
  type ExplainedPart,
  explainedParts,
  type PassedOver,
  passedOver,
  REMOVED,
  STRATEGY,
} from "../../rules/explain/rule-text.js";
import { newest } from "../../rules/newest.js";
import type { Named } from "./named-kinds.js";

/** What a rule does to a kind, as data; the texts are those that a person reads. `at`: file and line of the rule that says so. */
export interface ExplainedKind {
  readonly strategy: { readonly name: Strategy; readonly text: string; readonly at: string | undefined };
  readonly why: { readonly text: string; readonly at: string | undefined } | undefined;
  /** `scope`: for which objects, and in which state, a part holds. */
  readonly parts: readonly (Omit<ExplainedPart, "scope"> & {
    readonly scope: string | undefined;
    readonly at: string | undefined;
  })[];
  /** undefined where no facts are known. */
  readonly facts: { readonly apiVersion: string; readonly lines: readonly FactLine[] } | undefined;
  /** What becomes of what desired no longer states, by mode. */
  readonly removed: (typeof REMOVED)[Strategy];
  readonly passed: readonly PassedOver[];
}

export function explainKind(named: Named, rules: CompiledRules, resolved: ResolvedRule): ExplainedKind {
  const about = aboutOf(named, rules);
  const { rule } = resolved;
  const placeOf = (pointer: string): string | undefined => {
    const source = resolved.source(pointer);
    return source && `${source.file}:${source.line}`;
  };
  return {
    strategy: { name: rule.strategy, text: STRATEGY[rule.strategy], at: placeOf("/strategy") },
    why: rule.why === undefined ? undefined : { text: rule.why, at: placeOf("/why") },
    parts: explainedParts(resolved).map((part) => ({
      ...part,
      scope: scopeText(part.scope, resolved),
      at: placeOf(part.pointer),
    })),
    facts: about === undefined ? undefined : { apiVersion: about.apiVersion, lines: factLines(about) },
    removed: REMOVED[rule.strategy],
    passed: passedOver(about, resolved),
  };
}

function aboutOf(named: Named, { facts }: CompiledRules): KindAbout | undefined {
  const known = facts.kinds().filter(({ group, kind }) => group === named.group && kind === named.kind);
  const version =
    known.some((each) => each.version === named.version) && named.subresource
      ? named.version
      : newest(known)?.version;
  const kind = version === undefined ? undefined : facts.kind(named.group, version, named.kind);
  return kind && aboutKind(facts, kind, named);
}

/** For which objects, and in which state, a part holds. */
function scopeText(scope: string, { rule }: ResolvedRule): string | undefined {
  if (scope === "") return undefined;
  const [, list, at, inner, innerAt] = scope.split("/");
  const override = list === "overrides" ? rule.overrides?.[Number(at)] : undefined;
  const when =
    inner === "when"
      ? override?.when?.[Number(innerAt)]
      : list === "when"
        ? rule.when?.[Number(at)]
        : undefined;
  const texts = [
    ...(override ? [`for ${JSON.stringify(override.match)}`] : []),
    ...(when ? [conditionText(when.if)] : []),
  ];
  return texts.join(", ");
}

function conditionText({
  on,
  path,
  exists,
  equals,
}: {
  on: string;
  path: string;
  exists?: boolean;
  equals?: unknown;
}): string {
  if (equals !== undefined) return `where ${on} has ${path} = ${JSON.stringify(equals)}`;
  return `where ${on} has ${exists === false ? "no " : ""}${path}`;
}

/** The same for a person. */
export function explainedText(
  named: Named,
  rules: CompiledRules,
  resolved: ResolvedRule,
  layout: Layout | undefined,
): string {
  const explained = explainKind(named, rules, resolved);
  const { group, kind, subresource } = named;
  const name = `${group === "" ? kind : `${group}/${kind}`}${subresource ? ` ${subresource}` : ""}`;
  const inner = layout && { ...layout, columns: layout.columns - 4 };
  const setIn = (text: string, indent: number) => wrapLine(text, inner, indent).map((line) => `  ${line}`);
  const paragraph = (text: string, at?: string) =>
    setIn(printable(at === undefined ? text : `${text} (${at})`), 2);
  const { strategy, why, parts, facts, removed, passed } = explained;
  const lines = [
    `${printable(name)}   ${strategy.name}${resolved.fallback ? "   no rule: the fallback" : ""}`,
    ...paragraph(strategy.text, strategy.at),
    ...(why === undefined ? [] : paragraph(`Why: ${why.text}`, why.at)),
    ...section(
      "The rule says",
      parts.flatMap(({ role, path, text, why: reason, scope, at }) =>
        paragraph(
          `${role} ${path}: ${[text, scope].filter((each) => each).join(", ")}${reason === undefined ? "" : `. ${reason}`}`,
          at,
        ),
      ),
    ),
    ...section(
      `What is known of it${facts === undefined ? "" : ` (${facts.apiVersion})`}`,
      facts === undefined
        ? paragraph(
            "No facts: plain JSON is compared, so that it may be written too often. `churngate learn` learns them.",
          )
        : facts.lines.flatMap(({ text }) => paragraph(text)),
    ),
    ...section(
      "What desired no longer states",
      MODES.flatMap((mode) => setIn(`${mode.padEnd(8)} ${removed[mode]}`, 9)),
    ),
    ...section(
      "No reason to write",
      table(passed.map(({ by, text }) => [by, text])).flatMap((line) => setIn(line, 16)),
    ),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function section(head: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ["", `  ${head}`, ...lines.map((line) => `  ${line}`)];
}
