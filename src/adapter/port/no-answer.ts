import { isObject, type KubeObject } from "../../core/json.js";
import { metadataOf } from "./object.js";
import type { ObjectRef } from "./port.js";

/** What came with success is not the object: a proxy's page, a part of it, a Status, nothing. The request may have taken effect. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
}

/**
 * The object that a port answered with, where it is the one that was asked for.
 * @throws NoAnswer
 */
export function objectIn(ref: ObjectRef, answer: unknown): KubeObject {
  if (!isObject(answer)) throw new NoAnswer("the server answered with something that is no object");
  const { kind, message } = answer;
  const { name } = metadataOf(answer);
  if ((kind === ref.kind || kind === undefined) && name === ref.name) return answer as KubeObject;
  throw new NoAnswer(
    `the server answered with ${[kind, name, message].filter(isText).join(" ") || "something else"}`,
  );
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
