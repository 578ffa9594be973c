import { Limit } from "../../adapter/ensure/limit.js";
import { Session } from "../../adapter/ensure/session.js";
import type { Subject } from "../../adapter/ensure/subject.js";
import { Tries } from "../../adapter/ensure/tries.js";
import { forEachAtOnce } from "../../adapter/pool.js";
import { objectIn } from "../../adapter/port/no-answer.js";
import { keyOf } from "../../adapter/port/object.js";
import type { ClusterPort } from "../../adapter/port/port.js";
import { type Known, listed } from "../../adapter/set/listed.js";
import { isObject, type KubeObject } from "../../core/json.js";
import type { Gate } from "../../rules/gate.js";
import type { Manifest } from "../input/index.js";
import { manifestRef } from "../objects/key.js";
import type { Pair } from "../objects/pair.js";
import type { Settings } from "../settings.js";
import type { Located } from "./locate.js";
import { observe } from "./observe.js";
import { objectErrorOf } from "./problem.js";

/** Reads the live object of each desired one, as an ensurer does, and asks for what the server makes of it where a rule says so. `step` is told how many are done. */
export async function readLive(
  located: readonly Located[],
  port: ClusterPort,
  gate: Gate,
  { concurrency, timeoutMs }: Settings,
  step: (done: number) => void,
): Promise<Pair[]> {
  const session = new Session({ port, gate, retry: { deadlineMs: timeoutMs } });
  const pairs: Pair[] = [];
  const known = await listed(
    session,
    located.flatMap((each) => ("error" in each ? [] : [each.desired.object])),
    { concurrency },
  );
  let done = 0;
  await forEachAtOnce([...located.entries()], concurrency, async ([index, each]) => {
    pairs[index] = "error" in each ? each : await pairOf(each, session, known);
    step(++done);
  });
  return pairs;
}

async function pairOf(
  { desired, defined }: Exclude<Located, { readonly error: unknown }>,
  session: Session,
  known: Known,
): Promise<Pair> {
  try {
    const { live, observed } = await read(desired, session, known);
    const answer = observed === undefined ? {} : { observed };
    return { desired, live: isObject(live) ? { ...desired, object: live } : undefined, ...answer };
  } catch (error) {
    const problem = objectErrorOf(error, desired);
    const isYetToCome = defined && problem.code === "kind-not-found";
    return isYetToCome ? { desired, live: undefined } : { desired, error: problem };
  }
}

/** What the server has of an object, and what it makes of desired where the rule asks for that. */
interface Read {
  readonly live: KubeObject | undefined;
  readonly observed?: KubeObject;
}

async function read(manifest: Manifest, session: Session, known: Known): Promise<Read> {
  const ref = manifestRef(manifest);
  const key = keyOf(ref);
  const awaited = { kind: false, namespace: false };
  const subject: Subject = { ref, desired: manifest.object, subresource: undefined, awaited };
  const tries = new Tries(session, subject, new Limit(undefined, session.retry.deadlineMs));
  try {
    for (let isFirst = true; ; isFirst = false) {
      const live = await tries.persist(async (signal) => {
        const found = (isFirst ? known.get(key) : undefined) ?? (await session.port.read(ref, { signal }));
        return found === undefined ? undefined : objectIn(ref, found);
      });
      if (live === undefined) return { live };
      const observed = await observe(subject, live, session, tries);
      if (observed !== "stale") return { live, ...(observed !== undefined && { observed }) };
    }
  } catch (error) {
    throw tries.given(error);
  }
}
