import { Limit } from "../../adapter/ensure/limit.js";
import { Session } from "../../adapter/ensure/session.js";
import { triesAlone } from "../../adapter/ensure/tries.js";
import { objectIn } from "../../adapter/port/no-answer.js";
import type { ClusterPort, ObjectRef } from "../../adapter/port/port.js";
import { forEachAtOnce } from "../../adapter/set/pool.js";
import { isObject, type KubeObject } from "../../core/json.js";
import type { Gate } from "../../rules/gate.js";
import { manifestRef } from "../objects/key.js";
import type { Pair } from "../objects/pair.js";
import type { Settings } from "../settings.js";
import type { Located } from "./locate.js";
import { objectErrorOf } from "./problem.js";

/** Reads the live object of each desired one, as an ensurer does. `step` is told how many are done. */
export async function readLive(
  located: readonly Located[],
  port: ClusterPort,
  gate: Gate,
  { concurrency, timeoutMs }: Settings,
  step: (done: number) => void,
): Promise<Pair[]> {
  const session = new Session({ port, gate, retry: { deadlineMs: timeoutMs } });
  const pairs: Pair[] = [];
  let done = 0;
  await forEachAtOnce([...located.entries()], concurrency, async ([index, each]) => {
    pairs[index] = "error" in each ? each : await pairOf(each, session);
    step(++done);
  });
  return pairs;
}

async function pairOf(
  { desired, defined }: Exclude<Located, { readonly error: unknown }>,
  session: Session,
): Promise<Pair> {
  try {
    const live = await read(manifestRef(desired), session);
    return { desired, live: isObject(live) ? { ...desired, object: live } : undefined };
  } catch (error) {
    const problem = objectErrorOf(error, desired);
    const isYetToCome = defined && problem.code === "kind-not-found";
    return isYetToCome ? { desired, live: undefined } : { desired, error: problem };
  }
}

async function read(ref: ObjectRef, session: Session): Promise<KubeObject | undefined> {
  const tries = triesAlone(session, ref, new Limit(undefined, session.retry.deadlineMs));
  try {
    return await tries.persist(async (signal) => {
      const live = await session.port.read(ref, { signal });
      return live === undefined ? undefined : objectIn(ref, live);
    });
  } catch (error) {
    throw tries.given(error);
  }
}
