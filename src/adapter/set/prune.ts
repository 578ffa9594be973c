import { UsageError } from "../../core/errors.js";
import { isList, isObject, type KubeObject } from "../../core/json.js";
import { isMissing } from "../ensure/failure.js";
import { Limit } from "../ensure/limit.js";
import type { Session } from "../ensure/session.js";
import { triesAlone } from "../ensure/tries.js";
import type { PruneOptions, PruneResult } from "../ensure/types.js";
import { answerOf } from "../port/answer.js";
import { keyOf, metadataOf, preconditionsOf, refOf } from "../port/object.js";
import { isUnmanaged } from "../port/unmanaged.js";
import { CONCURRENCY } from "./ensure-all.js";
import { forEachAtOnce } from "./pool.js";

/** See Ensurer.prune. */
export async function prune(
  session: Session,
  desired: readonly KubeObject[],
  options: PruneOptions,
): Promise<readonly PruneResult[]> {
  const { labelSelector = "", owner = "" } = options;
  const { port } = session;
  if (labelSelector === "" && owner === "")
    throw new UsageError(
      "bad-option",
      "a labelSelector or an owner has to say what is ours",
      "labelSelector",
    );
  if (port.list === undefined || port.delete === undefined)
    throw new UsageError("bad-option", "the port cannot list and delete", "port");
  const limit = new Limit(options.signal, session.retry.deadlineMs);
  const wanted = new Set(desired.map((each) => keyOf(refOf(session.toWire(each)))));
  const found = await candidates(session, options, limit);
  const unwanted = found.filter((live) => !wanted.has(keyOf(refOf(live))) && isOwnedBy(live, owner));
  const results: PruneResult[] = [];
  await forEachAtOnce([...unwanted.entries()], options.concurrency ?? CONCURRENCY, async ([index, live]) => {
    results[index] = await pruned(session, live, options.dryRun === true, limit);
  });
  return results;
}

async function candidates(
  session: Session,
  { kinds, namespace, labelSelector }: PruneOptions,
  limit: Limit,
): Promise<readonly KubeObject[]> {
  const found: KubeObject[] = [];
  for (const { apiVersion, kind } of kinds) {
    const query = { apiVersion, kind, namespace, labelSelector };
    const ref = { apiVersion, kind, namespace, name: "" };
    const items = await triesAlone(session, ref, limit).persist(async (signal) =>
      session.port.list?.(query, { signal }),
    );
    const inside = (items ?? []).filter(
      ({ metadata }) => namespace === undefined || metadata?.namespace === namespace,
    );
    found.push(...inside.map((item) => ({ ...item, apiVersion, kind })));
  }
  return found;
}

function isOwnedBy(live: KubeObject, owner: string): boolean {
  if (owner === "") return true;
  const { ownerReferences } = metadataOf(live);
  return isList(ownerReferences) && ownerReferences.some((each) => isObject(each) && each.uid === owner);
}

async function pruned(
  session: Session,
  live: KubeObject,
  dryRun: boolean,
  limit: Limit,
): Promise<PruneResult> {
  const ref = refOf(live);
  const { deletionTimestamp } = metadataOf(live);
  if (isUnmanaged(live)) return { ref, result: "kept", reason: "unmanaged" };
  if (deletionTimestamp !== undefined && deletionTimestamp !== null)
    return { ref, result: "kept", reason: "terminating" };
  // What was seen to be ours and unwanted is what is deleted: not another object of the name, nor what somebody took over since.
  const preconditions = preconditionsOf(live);
  const since = performance.now();
  try {
    await triesAlone(session, ref, limit).persist(async (signal) =>
      session.port.delete?.(ref, { preconditions, signal, ...(dryRun && { dryRun }) }),
    );
    const seconds = (performance.now() - since) / 1000;
    session.emit(
      { ref, subresource: undefined },
      { type: "write", verb: "delete", dryRun, seconds, changed: true },
    );
    return { ref, result: "deleted" };
  } catch (error) {
    if (isMissing(error)) return { ref, result: "deleted" };
    if (answerOf(error)?.status === 409) return { ref, result: "kept", reason: "changed" };
    session.emit({ ref, subresource: undefined }, { type: "error", error });
    return { ref, result: "failed", error };
  }
}
