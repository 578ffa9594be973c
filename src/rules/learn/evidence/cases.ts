import type { Json, JsonObject, KubeObject } from "../../../core/json.js";
import { patchBetween } from "../../../core/merge/patch.js";
import type { CasesFile, RuleCase } from "../../../generated/cases.js";
import { runCases } from "../../cases/run.js";
import type { Gate } from "../../gate.js";
import type { Sample } from "./answers.js";
import { contentOfAny } from "./content.js";
import { editsOf } from "./edits.js";
import { valueAt, withValue } from "./steps.js";

/** Cases of further objects, at most. */
const OBJECTS = 5;

/** A table of what the server answered, each row a decision that the rules give. Rows that they do not give are left out. */
export function casesOf(samples: readonly Sample[], gate: Gate): CasesFile | undefined {
  const isObserved = ({ desired }: Sample): boolean =>
    gate.ruleFor(desired as KubeObject).rule.strategy === "observed";
  const compared = samples.filter((sample) => !isObserved(sample));
  const [first, ...others] = (compared.length > 0 ? compared : samples).map(asShown);
  if (first === undefined) return undefined;
  const base = first.desired as CasesFile["base"] & JsonObject;
  const table = { mode: "replace", base, ...storedOf(first) } as const;
  const rows: readonly RuleCase[] =
    compared.length === 0
      ? [{ name: "no answer of the server is remembered", verdict: "write", reason: "not-observed" }]
      : [
          { name: "as the server stores it", verdict: "skip" },
          ...others.slice(0, OBJECTS).map((other) => rowOf(other, first)),
          ...edited(first, gate),
          ...noLongerStated(first, gate),
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
  const { apiVersion } = other.desired;
  const version = apiVersion === first.desired.apiVersion ? "" : ` in ${apiVersion}`;
  return {
    name: `${other.name}${version}, as the server stores it`,
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

/** The first value, the outermost before those in it, that desired no longer states. */
function noLongerStated({ desired, answer }: Sample, gate: Gate): readonly RuleCase[] {
  for (const { name, steps, make } of editsOf(desired, undefined)) {
    if (name !== "removed" || steps.some((step) => typeof step === "number")) continue;
    const without = make();
    const decision = gate.decide(without as KubeObject, answer as KubeObject);
    if (decision.verdict !== "write") continue;
    const changes = decision.changes.map(({ path }) => path);
    const patch = (patchBetween(desired, without) ?? {}) as object;
    return [{ name: "a value is no longer stated", desired: patch, verdict: "write", changes }];
  }
  return [];
}
