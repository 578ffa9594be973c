import type { Mode } from "../../core/decision.js";
import type { FactSource } from "../../core/facts.js";
import { isObject, type JsonObject, member } from "../../core/json.js";
import { formatPath } from "../../core/path.js";
import type { CasesFile, RuleCase } from "../../generated/cases.js";
import type { Rule } from "../../generated/rule.js";
import type { KindAbout } from "../explain/about.js";
import { patchAt } from "../learn/table/places.js";
import { tableOf } from "../learn/table/table.js";
import type { RuleSubject } from "../subject.js";
import { LABEL, statedObject } from "./base.js";
import { schemaOf } from "./schema-of.js";
import { statusTable } from "./status-table.js";

/** The case without which a table is none. */
export const STEADY = "unchanged: what the server fills in is no reason to write";

/** How much a table has. */
export interface TableShape {
  /** Whether the object goes down to a list whose items have keys. */
  readonly deep: boolean;
  /** Names of cases to leave out. */
  readonly without: readonly string[];
}

interface TableOptions {
  readonly about: KindAbout;
  readonly facts: FactSource;
  readonly subject: RuleSubject;
  readonly rule: Pick<Rule, "fields">;
  readonly mode: Mode;
  readonly shape: TableShape;
}

/** A table to start from: what every kind's has, and what this one's facts call for. */
export function startingTable({ about, facts, subject, rule, mode, shape }: TableOptions): CasesFile {
  const { deep, without } = shape;
  const schema = schemaOf(facts, about.facts);
  const base = statedObject(about.facts, schema, deep);
  const table =
    subject.subresource === "status"
      ? statusTable(about.facts, schema)
      : tableOf({ ...about.facts, schema, unknowns: [] }, about.facts, rule, base);
  const cases = subject.subresource === "status" ? table.cases : withCommon(table.cases, base);
  return { ...table, mode, cases: cases.filter(({ name }) => !without.includes(name)) as CasesFile["cases"] };
}

/** The creation comes last. */
function withCommon(cases: readonly RuleCase[], base: JsonObject): readonly RuleCase[] {
  return [...cases.slice(0, -1), ...keyCases(base), ...labelCases(), ...cases.slice(-1)];
}

function labelCases(): readonly RuleCase[] {
  const label = (value: string, key = LABEL): JsonObject => ({ metadata: { labels: { [key]: value } } });
  return [
    {
      name: "our label was changed by hand",
      live: label("other"),
      verdict: "write",
      changes: [`metadata.labels[${LABEL}]`],
      reason: "differs",
    },
    {
      name: "a label of somebody else's stays",
      live: label("theirs", "example.com/team"),
      verdict: "skip",
      reason: "equal",
    },
  ];
}

/** Of a map at the top or right below: a key that was changed, and one that is no longer stated. */
function keyCases(base: JsonObject): readonly RuleCase[] {
  const places = Object.entries(base)
    .filter(([name]) => name !== "metadata")
    .flatMap(([name, value]) => [
      { names: [name], value },
      ...(isObject(value)
        ? Object.entries(value).map(([inner, at]) => ({ names: [name, inner], value: at }))
        : []),
    ]);
  const found = places.find(({ value }) => isObject(value) && typeof member(value, "demo") === "string");
  if (found === undefined) return [];
  const names = [...found.names, "demo"];
  const path = formatPath(names.map((key) => ({ kind: "key", key })));
  const wanted: Pick<RuleCase, "verdict" | "changes" | "reason"> = {
    verdict: "write",
    changes: [path],
    reason: "differs",
  };
  return [
    { name: `${path} was changed by hand`, live: patchAt(names, "b3RoZXI="), ...wanted },
    { name: `${path} is no longer stated`, desired: patchAt(names, null), ...wanted },
  ];
}
