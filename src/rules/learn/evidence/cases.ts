import type { Json, JsonObject, KubeObject } from "../../../core/json.js";
import { patchBetween } from "../../../core/merge/patch.js";
import type { CasesFile, RuleCase } from "../../../generated/cases.js";
import { runCases } from "../../cases/run.js";
import type { CompiledRules } from "../../compiled.js";
import { createGate, type Gate } from "../../gate.js";
import type { Sample } from "./answers.js";
import { withStrategy } from "./candidates.js";
import { contentOfAny } from "./content.js";
import { editsOf } from "./edits.js";
import { valueAt, withValue } from "./steps.js";

/** Cases of further objects, at most. */
const OBJECTS = 5;

/** A table of what the server answered, each row a decision that the rules give. Rows that they do not give are left out. */
export function casesOf(
  samples: readonly Sample[],
  rules: CompiledRules,
  strategy: "exact" | "observed",
): CasesFile | undefined {
  const [first, ...others] = samples.map(asShown);
  if (first === undefined) return undefined;
  const base = first.desired as CasesFile["base"] & JsonObject;
  const table = { mode: "replace", base, ...storedOf(first) } as const;
  const gate = createGate({ rules: withStrategy(rules, strategy), mode: "replace" });
  const rows =
    strategy === "observed"
      ? [{ name: "no answer of the server is remembered", verdict: "write", reason: "not-observed" } as const]
      : [
          { name: "as the server stores it", verdict: "skip" } as const,
          ...others.slice(0, OBJECTS).map((other) => rowOf(other, first)),
          ...edited(first, gate),
        ];
  const cases: RuleCase[] = [...rows, { name: "not there yet", live: null, verdict: "create" }];
  const results = runCases({ ...table, cases }, gate);
  const right = cases.filter((_, index) => results[index]?.passed);
  return right.length === 0 ? undefined : { ...table, cases: right };
}

/** Without what belongs to the one object that the server was asked about. */
function asShown({ name, desired, answer }: Sample): Sample {
  const { status: _, ...stored } = contentOfAny(answer);
  const metadata = { ...(stored.metadata as JsonObject), ...identityOf(desired, name) };
  return {
    name,
    desired: { ...desired, metadata: { ...(desired.metadata as JsonObject), ...identityOf(desired, name) } },
    answer: { ...stored, metadata },
  };
}

function identityOf({ metadata }: JsonObject, name: string): JsonObject {
  const { namespace } = (metadata ?? {}) as JsonObject;
  return { name: name.slice(name.lastIndexOf("/") + 1), ...(namespace !== undefined && { namespace }) };
}

function storedOf({ desired, answer }: Sample): { readonly stored?: object } {
  const patch = patchBetween(desired, answer);
  return patch === undefined ? {} : { stored: patch as object };
}

/** Another object, as patches of the first one's. */
function rowOf(other: Sample, first: Sample): RuleCase {
  const patch = (from: Json, to: Json): object => (patchBetween(from, to) ?? {}) as object;
  return {
    name: `${other.name}, as the server stores it`,
    desired: patch(first.desired, other.desired),
    live: patch(first.answer, other.answer),
    verdict: "skip",
  };
}

/** The first value that desired states, and that somebody else changed. */
function edited({ desired, answer }: Sample, gate: Gate): readonly RuleCase[] {
  for (const { name, steps, make } of editsOf(desired, undefined)) {
    if (name !== "changed" || steps.some((step) => typeof step === "number")) continue;
    const live = withValue(answer, steps, valueAt(make(), steps));
    const decision = gate.decide(desired as KubeObject, live as KubeObject);
    if (decision.verdict !== "write") continue;
    const changes = decision.changes.map(({ path }) => path);
    const patch = (patchBetween(answer, live) ?? {}) as object;
    return [{ name: "changed by somebody else", live: patch, verdict: "write", changes }];
  }
  return [];
}
