import type { KubeObject } from "../core/json.js";
import { assertCallable, assertCapable } from "./ensure/capabilities.js";
import { Ensuring } from "./ensure/ensuring.js";
import { Limit } from "./ensure/limit.js";
import { Session } from "./ensure/session.js";
import type { Awaited } from "./ensure/subject.js";
import type { EnsureOptions, EnsureResult, Ensurer, EnsurerOptions, SetOptions } from "./ensure/types.js";
import { refOf } from "./port/object.js";
import { ensureAll } from "./set/ensure-all.js";
import { listed } from "./set/listed.js";
import { prune } from "./set/prune.js";

const NOTHING: Awaited = Object.freeze({ kind: false, namespace: false });

/**
 * Makes an ensurer: gated writes through a port.
 * @throws UsageError `bad-option` where the port cannot write in the gate's mode, or cannot pass on what that needs; for bounds of
 *   answers that are none
 */
export function createEnsurer(options: EnsurerOptions): Ensurer {
  assertCapable(options.port, options.gate);
  const session = new Session(options);

  async function one<T extends KubeObject>(
    stated: T,
    given: EnsureOptions,
    subresource: "status" | undefined,
    awaited: Awaited = NOTHING,
  ): Promise<EnsureResult<T>> {
    const desired = session.toWire(stated);
    assertCallable(session.port, { dryRun: given.dryRun, subresource });
    const limit = new Limit(given.signal, session.retry.deadlineMs);
    const subject = { ref: refOf(desired), desired, subresource, awaited };
    return (await new Ensuring(session, subject, given, limit).run()) as EnsureResult<T>;
  }

  return {
    ensure: (desired, given = {}) => one(desired, given, undefined),
    ensureStatus: (desired, given = {}) => one(desired, given, "status"),
    ensureAll: <T extends KubeObject>(desired: readonly T[], given: SetOptions = {}) =>
      ensureAll(
        desired,
        given,
        (each, options, awaited) => one(each, options, undefined, awaited),
        (several, options) => listed(session, several, options),
      ),
    prune: (desired, given) => prune(session, desired, given),
  };
}
