import type { KindFacts } from "../../core/facts.js";
import type { JsonObject } from "../../core/json.js";
import type { CasesFile, RuleCase } from "../../generated/cases.js";
import type { Schema } from "../learn/schema.js";
import { sampleOf } from "../learn/table/sample.js";
import { statedObject } from "./base.js";

const EARLIER = "2026-01-05T09:00:00Z";
const LATER = "2026-01-06T09:00:00Z";

/** A table of a kind's status: a plain field, and a condition with its time. */
export function statusTable(facts: KindFacts, root: Schema): CasesFile {
  const { apiVersion, kind, metadata } = statedObject(facts, root, false);
  const fields = [...(root.properties.get("status")?.properties ?? [])];
  const plain = fields.find(([, { type, default: filled }]) => PLAIN.has(type ?? "") && filled === undefined);
  const conditions = conditionOf(fields);
  const status: JsonObject = {
    ...(plain && { [plain[0]]: sampleOf(plain[1]) }),
    ...(conditions && { conditions: [conditions] }),
  };
  const live = (more: JsonObject): JsonObject => ({ status: more });
  const cases: (RuleCase | undefined)[] = [
    { name: "unchanged: what the server fills in is no reason to write", verdict: "skip", reason: "equal" },
    plain && {
      name: `status.${plain[0]} is not what we found`,
      live: live({ [plain[0]]: sampleOf(plain[1], 1) }),
      verdict: "write",
      changes: [`status.${plain[0]}`],
    },
    { name: "no status was written yet", live: { status: null }, verdict: "write" },
    ...(conditions === undefined ? [] : conditionCases(conditions, live)),
    {
      name: "somebody else changed the object",
      live: { metadata: { labels: { "example.com/team": "theirs" } } },
      verdict: "skip",
    },
  ];
  return {
    base: { apiVersion, kind, metadata, status } as CasesFile["base"],
    cases: cases.filter((each) => each !== undefined) as CasesFile["cases"],
  };
}

const PLAIN: ReadonlySet<string> = new Set(["string", "integer", "number"]);

/** A condition as most kinds have them: of a type, with a status and a time. */
function conditionOf(fields: readonly [string, Schema][]): JsonObject | undefined {
  const items = fields.find(([name]) => name === "conditions")?.[1].items;
  const names = [...(items?.properties ?? [])].map(([name]) => name);
  if (!["type", "status", "lastTransitionTime"].every((name) => names.includes(name))) return undefined;
  const texts = ["reason", "message"].filter((name) => names.includes(name));
  return {
    type: "Ready",
    status: "True",
    lastTransitionTime: EARLIER,
    ...Object.fromEntries(texts.map((name) => [name, name === "reason" ? "AsExpected" : "all is well"])),
  };
}

function conditionCases(condition: JsonObject, live: (more: JsonObject) => JsonObject): readonly RuleCase[] {
  const other = (more: JsonObject) => live({ conditions: [{ ...condition, ...more }] });
  return [
    {
      name: "a condition's time alone is no reason to write",
      live: other({ lastTransitionTime: LATER }),
      verdict: "skip",
    },
    {
      name: "a condition's status is another",
      live: other({ status: "False" }),
      verdict: "write",
      changes: ["status.conditions[type=Ready].status"],
    },
  ];
}
