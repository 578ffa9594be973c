import type { JsonObject, KubeObject } from "../../../core/json.js";
import { withValue } from "../../../rules/learn/evidence/steps.js";
import { EnsureError } from "../../ensure/ensure-error.js";
import { refOf } from "../../port/object.js";
import type { Asking } from "../asking.js";
import { sent, sentOver } from "../sent.js";
import type { Writer } from "../writers.js";

/** An object that the server takes, and the way to ask about it. */
export interface Ground {
  /** create: as a new object. write: over live. */
  readonly basis: "create" | "write";
  /** As it was asked about: under a new name, where it could be. */
  readonly desired: JsonObject;
  readonly answer: JsonObject;
  /** What the server answers under another name; where it takes no other, to the same again. */
  readonly elsewhere: JsonObject;
  /** What would be stored in its place, or why the server refuses it. */
  ask(desired: JsonObject): Promise<JsonObject | EnsureError>;
}

/**
 * Finds a way to ask about an object: creating it under a name that nobody has, else writing over live, else creating it.
 * @throws EnsureError where the server takes it in no way
 */
export async function groundOf(
  asking: Asking,
  writer: Writer,
  desired: JsonObject,
  live: JsonObject | undefined,
): Promise<Ground> {
  const create = (object: JsonObject) => created(asking, writer, object);
  const [renamed, other] = [underNewName(desired, 1), underNewName(desired, 2)];
  const answer = await create(renamed);
  if (!(answer instanceof EnsureError))
    return grounded("create", renamed, answer, await create(other), create);
  if (live === undefined) {
    const own = await create(desired);
    if (own instanceof EnsureError) throw own;
    return grounded("create", desired, own, await create(desired), create);
  }
  const write = (object: JsonObject) => written(asking, writer, object, live);
  const over = await write(desired);
  if (over instanceof EnsureError) throw over;
  return grounded("write", desired, over, await write(desired), write);
}

function grounded(
  basis: Ground["basis"],
  desired: JsonObject,
  answer: JsonObject,
  again: JsonObject | EnsureError,
  ask: Ground["ask"],
): Ground {
  return { basis, desired, answer, elsewhere: again instanceof EnsureError ? answer : again, ask };
}

/** The object under a name that nobody has. */
export function underNewName(object: JsonObject, which: number): JsonObject {
  const { name } = refOf(object as KubeObject);
  const short = name.slice(0, 40).replace(/[^A-Za-z0-9]+$/, "");
  return withValue(object, ["metadata", "name"], `${short}-churngate${which}`);
}

/** What would be stored as a new object, or why the server refuses it. @throws EnsureError `conflict` */
export async function created(
  asking: Asking,
  writer: Writer,
  object: JsonObject,
): Promise<JsonObject | EnsureError> {
  return sent(asking, refOf(object as KubeObject), writer.create(object));
}

/** The same over live, as it then is. @throws EnsureError `conflict`, `not-found` */
export async function written(
  asking: Asking,
  writer: Writer,
  object: JsonObject,
  live: JsonObject,
): Promise<JsonObject | EnsureError> {
  const ref = refOf(object as KubeObject);
  const answer = await sentOver(asking, ref, live, (there) => writer.over(object, there));
  return answer.type === "accepted" ? answer.object : answer.error;
}
