import { failureOf } from "../../adapter/ensure/failure.js";
import { Limit } from "../../adapter/ensure/limit.js";
import type { ClusterPort, ObjectRef } from "../../adapter/port/port.js";
import { forEachAtOnce } from "../../adapter/set/pool.js";
import { isObject, type KubeObject } from "../../core/json.js";
import type { Pair } from "../explain/pair.js";
import type { Manifest } from "../input/index.js";
import type { Settings } from "../settings.js";
import type { Located } from "./locate.js";
import { objectErrorOf } from "./problem.js";

/** Further tries of a read that the server wants to be sent later, as client-go has them. */
const TRIES = 10;

/** Reads the live object of each desired one. `step` is told how many are done. */
export async function readLive(
  located: readonly Located[],
  port: ClusterPort,
  { concurrency, timeoutMs }: Settings,
  step: (done: number) => void,
): Promise<Pair[]> {
  const pairs: Pair[] = [];
  let done = 0;
  await forEachAtOnce([...located.entries()], concurrency, async ([index, each]) => {
    const { desired, error } = each;
    pairs[index] = error === undefined ? await pairOf(each, port, timeoutMs) : { desired, error };
    step(++done);
  });
  return pairs;
}

async function pairOf({ desired, defined }: Located, port: ClusterPort, timeoutMs: number): Promise<Pair> {
  try {
    const live = await read(refOf(desired), port, new Limit(undefined, timeoutMs), timeoutMs);
    return { desired, live: isObject(live) ? { ...desired, object: live } : undefined };
  } catch (error) {
    const problem = objectErrorOf(error, desired);
    const isYetToCome = defined === true && problem.code === "kind-not-found";
    return isYetToCome ? { desired, live: undefined } : { desired, error: problem };
  }
}

async function read(
  ref: ObjectRef,
  port: ClusterPort,
  limit: Limit,
  timeoutMs: number,
): Promise<KubeObject | undefined> {
  for (let tries = 1; ; tries++) {
    try {
      return await limit.run(timeoutMs, (signal) => port.read(ref, { signal }));
    } catch (error) {
      const failure = failureOf(error);
      if (failure.type !== "later" || failure.waitMs === undefined || tries > TRIES) throw error;
      await limit.wait(failure.waitMs);
    }
  }
}

/** Which object a manifest is. */
export function refOf({ apiVersion, kind, namespace, name = "" }: Manifest): ObjectRef {
  return namespace === undefined ? { apiVersion, kind, name } : { apiVersion, kind, namespace, name };
}
