import type { JsonObject, KubeObject } from "../../../core/json.js";
import { refOf } from "../../port/object.js";
import type { Asking } from "../asking.js";
import type { Writer } from "../writers.js";
import { type Ground, groundOf } from "./ground.js";

/** An object to learn from. */
export interface Known {
  readonly desired: JsonObject;
  readonly live: JsonObject | undefined;
  readonly ground: Ground;
}

/** Asks about each object as it is, by its name. `onError` is told of those that the server does not take, and may throw. */
export async function groundsOf(
  objects: readonly JsonObject[],
  asking: Asking,
  writer: Writer,
  onError: (object: JsonObject, error: unknown) => void,
): Promise<ReadonlyMap<string, Known>> {
  const known = new Map<string, Known>();
  for (const desired of objects) {
    try {
      const ref = refOf(desired as KubeObject);
      const live = await asking.read(ref);
      const ground = await groundOf(asking, writer, desired, live);
      known.set([ref.namespace, ref.name].filter((part) => part !== undefined).join("/"), {
        desired,
        live,
        ground,
      });
    } catch (error) {
      onError(desired, error);
    }
  }
  return known;
}
