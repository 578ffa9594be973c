import type { FactSource, KindFacts } from "../../../core/facts.js";
import type { Rule } from "../../../generated/rule.js";
import type { CompiledRules, MergedRule } from "../../compiled.js";
import type { GroupVersionKind } from "../group-version-kind.js";
import type { Line } from "./line.js";

type Parts = Pick<Rule, "ignore" | "when" | "lists" | "immutable">;

/** What the lines add to a rule; without those that facts have. */
export function partsOfLines(lines: readonly Line[]): Parts {
  const of = <Type extends Line["type"]>(type: Type): readonly Extract<Line, { type: Type }>[] =>
    lines.filter((line): line is Extract<Line, { type: Type }> => line.type === type);
  const ignore = of("ignore").map(({ path, why }) => ({ path, why }));
  const when = of("unstated").map(({ path, why }) => ({
    if: { on: "desired" as const, path, exists: false },
    ignore: [{ path, why }],
  }));
  const lists = of("pair").map(({ path, keys, set, foreign }) => ({
    path,
    ...(keys && { keys: [...keys] }),
    ...(set && { set }),
    ...(foreign && { foreign }),
  }));
  const immutable = of("immutable").map(({ path }) => ({ path }));
  return {
    ...(ignore.length > 0 && { ignore }),
    ...(when.length > 0 && { when }),
    ...(lists.length > 0 && { lists }),
    ...(immutable.length > 0 && { immutable }),
  };
}

/** The facts of a kind with the defaults that the lines say. */
export function withDefaults(facts: KindFacts, lines: readonly Line[]): KindFacts {
  const fields: Record<string, { default: (Line & { type: "default" })["value"] }> = Object.create(null);
  for (const line of lines) if (line.type === "default") fields[line.path] = { default: line.value };
  return Object.keys(fields).length === 0 ? facts : { ...facts, fields: { ...facts.fields, ...fields } };
}

/** The rules with the lines laid over the kind's. */
export function withLines(
  rules: CompiledRules,
  subject: GroupVersionKind,
  lines: readonly Line[],
): CompiledRules {
  const isIt = (group: string, version: string, kind: string): boolean =>
    group === subject.group && kind === subject.kind && version === subject.version;
  const facts: FactSource = {
    ...rules.facts,
    kind(group, version, kind) {
      const known = rules.facts.kind(group, version, kind);
      return known === undefined || !isIt(group, version, kind) ? known : withDefaults(known, lines);
    },
  };
  return {
    ...rules,
    facts,
    resolve(group, version, kind, subresource) {
      const resolved = rules.resolve(group, version, kind, subresource);
      if (subresource !== undefined || !isIt(group, version, kind)) return resolved;
      return { ...resolved, rule: appended(resolved.rule, partsOfLines(lines)) };
    },
  };
}

function appended(rule: MergedRule, parts: Parts): MergedRule {
  const joined = <Name extends keyof Parts>(name: Name): Parts => ({
    [name]: [...(rule[name] ?? []), ...(parts[name] ?? [])],
  });
  return { ...rule, ...joined("ignore"), ...joined("when"), ...joined("lists"), ...joined("immutable") };
}
