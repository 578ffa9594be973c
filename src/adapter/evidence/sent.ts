import type { JsonObject } from "../../core/json.js";
import { EnsureError } from "../ensure/ensure-error.js";
import type { ObjectRef } from "../port/port.js";
import type { Answer, Asking } from "./asking.js";
import type { Request } from "./writers.js";

/**
 * The answer to a dry run, or why the server refuses it.
 * @throws EnsureError `conflict` where somebody else wrote the object meanwhile
 */
export async function sent(
  asking: Asking,
  ref: ObjectRef,
  { verb, body }: Request,
): Promise<JsonObject | EnsureError> {
  const answer = await asking.write(verb, ref, body);
  if (answer.type === "accepted") return answer.object;
  if (answer.type === "refused") return answer.error;
  throw new EnsureError("conflict", ref, "somebody wrote it meanwhile");
}

/** How often live may turn out to be another before its object is given up. */
const STALE = 10;

/** An answer, and the live object that it was asked over. */
export type OverAnswer = Exclude<Answer, { type: "stale" }> & { readonly live: JsonObject };

/**
 * The answer to a dry run over live as it then is.
 * @throws EnsureError `not-found` where live is gone by now; `conflict` where others write it again and again
 */
export async function sentOver(
  asking: Asking,
  ref: ObjectRef,
  live: JsonObject,
  make: (live: JsonObject) => Request,
): Promise<OverAnswer> {
  let there = live;
  for (let tries = 0; tries < STALE; tries++) {
    const { verb, body } = make(there);
    const answer = await asking.write(verb, ref, body);
    if (answer.type !== "stale") return { ...answer, live: there };
    const now = await asking.read(ref);
    if (now === undefined) throw new EnsureError("not-found", ref, "it is gone by now");
    there = now;
  }
  throw new EnsureError("conflict", ref, "others write it again and again meanwhile");
}
