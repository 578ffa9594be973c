import type { Source } from "../../core/decision.js";
import type { JsonObject } from "../../core/json.js";
import type { Decided, Results, Undecided } from "../explain/decide.js";
import type { Summary } from "../explain/summary.js";
import type { InputError } from "../input/index.js";
import type { Concealment } from "./conceal.js";
import { payloadPatch } from "./patch.js";

/** What the JSON and YAML output carries besides verdicts. */
export interface DocumentOptions {
  readonly verbose: boolean;
  readonly concealment: Concealment;
}

/** The document of `-o json` and `-o yaml`; schemas/decision.schema.json describes it. */
export function decisionDocument(
  results: Results,
  inputErrors: readonly InputError[],
  summary: Summary,
  options: DocumentOptions,
): unknown {
  return {
    format: "decision/1",
    objects: results.decided.map((decided) => decidedEntry(decided, options)),
    errors: [...results.undecided.map(undecidedEntry), ...inputErrors.map(inputEntry)],
    summary,
  };
}

/** The document of `-o json-patch`: for each object the patch from live to the payload. */
export function patchDocument(results: Results, { concealment }: DocumentOptions): unknown {
  const objects = results.decided.map((decided) => {
    const { decision, live } = decided;
    const shown = (object: JsonObject): JsonObject => concealment.object(object, decided);
    const payload =
      decision.verdict === "write" || decision.verdict === "create" ? shown(decision.payload()) : undefined;
    return {
      ...identityOf(decided),
      verdict: decision.verdict,
      patch: patchOf(live && shown(live.object), payload),
    };
  });
  return { format: "json-patch/1", objects };
}

function patchOf(live: JsonObject | undefined, payload: JsonObject | undefined): unknown {
  if (payload === undefined) return [];
  return live === undefined ? [{ op: "add", path: "", value: payload }] : payloadPatch(live, payload);
}

function decidedEntry(decided: Decided, { verbose, concealment }: DocumentOptions): unknown {
  const { passed, ...decision } = concealment.decision(decided);
  const payload = "payload" in decision ? { payload: concealment.object(decision.payload(), decided) } : {};
  return {
    ...identityOf(decided),
    verdict: decision.verdict,
    ...("mode" in decision ? { mode: decision.mode } : {}),
    ...("subresource" in decision ? { subresource: decision.subresource } : {}),
    strategy: decision.strategy,
    reason: decision.reason,
    ...(decided.dryRun === true ? { dryRun: true } : {}),
    ...(decided.rule === undefined ? {} : { rule: placeOf(decided.rule) }),
    ...("changes" in decision ? { changes: decision.changes } : {}),
    ...("recreate" in decision ? { recreate: decision.recreate } : {}),
    ...(verbose ? { passed } : {}),
    ...payload,
  };
}

export function placeOf({ file, line }: Source): { file: string; line: number } {
  return { file, line };
}

export function undecidedEntry(undecided: Undecided): unknown {
  const { error, desired } = undecided;
  return {
    ...identityOf(undecided),
    code: error.code,
    message: error.message,
    file: desired.file,
    line: desired.line,
  };
}

export function inputEntry({ code, message, file, line }: InputError): unknown {
  return { code, message, file, line };
}

export function identityOf({ desired }: { readonly desired: Decided["desired"] }): object {
  const { apiVersion, kind, namespace, name } = desired;
  return { apiVersion, kind, namespace, name };
}
