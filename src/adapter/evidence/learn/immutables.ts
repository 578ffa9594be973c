import type { JsonObject } from "../../../core/json.js";
import type { Gate } from "../../../rules/gate.js";
import { type Edit, editsOf } from "../../../rules/learn/evidence/edits.js";
import {
  type ChangeOutcome,
  isItemKey,
  lowerValue,
  type Tried,
} from "../../../rules/learn/evidence/immutable.js";
import { valueAt, withValue } from "../../../rules/learn/evidence/steps.js";
import { EnsureError } from "../../ensure/ensure-error.js";
import { eachOrFirstError } from "../../pool.js";
import type { Asking } from "../asking.js";
import type { Writer } from "../writers.js";
import { created, underNewName, written } from "./ground.js";

export interface ChangeOptions {
  readonly asking: Asking;
  readonly writer: Writer;
  /** Decides by what is known already. */
  readonly known: Gate;
  /** Values of an object that are tried, at most. */
  readonly limit: number;
  readonly concurrency: number;
}

/** Changes each value that desired states, of an object that is there, to see which changes the server refuses. */
export async function tryChanges(
  object: string,
  desired: JsonObject,
  live: JsonObject,
  options: ChangeOptions,
): Promise<readonly Tried[]> {
  const edits = editsOf(desired, undefined)
    .filter(({ name, steps }) => name === "changed" && steps[0] !== "metadata" && !isItemKey(desired, steps))
    .filter((edit) => !isForeseen(edit.make(), live, options.known))
    .slice(0, options.limit);
  const tried: Tried[] = [];
  await eachOrFirstError([...edits.entries()], options.concurrency, async ([index, edit]) => {
    const outcome = await tryOne(desired, edit, live, options);
    tried[index] = { object, desired, steps: edit.steps, outcome };
  });
  return tried;
}

/** Facts or a rule say already that the change is refused. */
function isForeseen(changed: JsonObject, live: JsonObject, known: Gate): boolean {
  const decision = known.decide(changed as object, live as object);
  return (
    decision.verdict === "blocked" || (decision.verdict === "write" && (decision.recreate ?? []).length > 0)
  );
}

async function tryOne(
  desired: JsonObject,
  { steps, make }: Edit,
  live: JsonObject,
  { asking, writer }: ChangeOptions,
): Promise<ChangeOutcome> {
  const writes = async (object: JsonObject): Promise<boolean> =>
    !((await written(asking, writer, object, live)) instanceof EnsureError);
  const changed = make();
  if (await writes(changed)) return "accepted";
  const lower = lowerValue(valueAt(desired, steps));
  if (lower !== undefined && (await writes(withValue(desired, steps, lower)))) return "partly";
  const renamed = underNewName(changed, 1);
  const made = await created(asking, writer, renamed);
  return made instanceof EnsureError ? "invalid" : "immutable";
}
