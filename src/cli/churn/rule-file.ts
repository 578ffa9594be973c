import type { Rule } from "../../generated/rule.js";
import { printable } from "../../prose/index.js";
import { ruleFileName } from "../../rules/file-name.js";

export interface RuleFile {
  /** Where it belongs. */
  readonly file: string;
  /** Its text: each property on a line of its own, as one writes it. */
  readonly lines: readonly string[];
}

/** A proposed rule as a file of a rule set, to be copied. */
export function ruleFile(rule: Rule): RuleFile {
  const properties = Object.entries(rule).map(
    ([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value, plainNumber)}`,
  );
  return {
    file: printable(`rules/${ruleFileName(rule.group, rule.kind, undefined, rule.subresource)}`),
    lines: [
      "{",
      ...properties.map((line, index) => printable(`${line}${index < properties.length - 1 ? "," : ""}`)),
      "}",
    ],
  };
}

/** A document may have been read with integers in full. */
function plainNumber(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? Number(value) : value;
}
