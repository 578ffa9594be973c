import { UsageError } from "../../core/errors.js";
import { isList, isObject, type KubeObject } from "../../core/json.js";
import { isMissing } from "../ensure/failure.js";
import { Limit } from "../ensure/limit.js";
import type { Session } from "../ensure/session.js";
import { triesAlone } from "../ensure/tries.js";
import type { PruneOptions, PruneResult } from "../ensure/types.js";
import { forEachAtOnce } from "../pool.js";
import { answerOf } from "../port/answer.js";
import { keyOf, metadataOf, preconditionsOf, refOf, versionOf } from "../port/object.js";
import type { ObjectRef } from "../port/port.js";
import { isUnmanaged } from "../port/unmanaged.js";
import { CONCURRENCY } from "./ensure-all.js";

/** See Ensurer.prune. */
export async function prune(
  session: Session,
  desired: readonly KubeObject[],
  options: PruneOptions,
): Promise<readonly PruneResult[]> {
  const { owner } = options;
  assertBounded(session, options);
  const limit = new Limit(options.signal, session.retry.deadlineMs);
  const wanted = wantedBy(desired.map((each) => refOf(session.toWire(each))));
  const found = await candidates(session, options, limit);
  const unwanted = found.filter(
    (live) => !wanted.has(keyOf(refOf(live))) && (owner === undefined || ownersOf(live).includes(owner)),
  );
  const results: PruneResult[] = [];
  await forEachAtOnce([...unwanted.entries()], options.concurrency ?? CONCURRENCY, async ([index, live]) => {
    results[index] = await pruned(session, live, options, limit);
  });
  return results;
}

/**
 * Everything is never what is meant: neither by a selector that selects all, nor by an owner or a namespace that is not known.
 * @throws UsageError `bad-option`
 */
function assertBounded({ port }: Session, options: PruneOptions): void {
  if (options.labelSelector === undefined && options.owner === undefined)
    throw new UsageError(
      "bad-option",
      "a labelSelector or an owner has to say what is ours",
      "labelSelector",
    );
  for (const name of ["labelSelector", "owner", "namespace"] as const) {
    if (name in options && !(options[name] ?? "").trim())
      throw new UsageError("bad-option", "it is stated, and has nothing in it: leave it out for all", name);
  }
  if (port.list === undefined || port.delete === undefined)
    throw new UsageError("bad-option", "the port cannot list and delete", "port");
}

/** What the set has, by key; of a kind without namespaces, whatever namespace is stated. */
function wantedBy(refs: readonly ObjectRef[]): ReadonlySet<string> {
  return new Set(refs.flatMap((ref) => [keyOf(ref), keyOf({ ...ref, namespace: undefined })]));
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

/** The uids of an object's owners. */
function ownersOf(live: KubeObject): readonly unknown[] {
  const { ownerReferences } = metadataOf(live);
  return (isList(ownerReferences) ? ownerReferences : []).filter(isObject).map(({ uid }) => uid);
}

async function pruned(
  session: Session,
  live: KubeObject,
  options: PruneOptions,
  limit: Limit,
): Promise<PruneResult> {
  const ref = refOf(live);
  const dryRun = options.dryRun === true;
  const { deletionTimestamp } = metadataOf(live);
  if (isUnmanaged(live)) return { ref, result: "kept", reason: "unmanaged" };
  if (deletionTimestamp !== undefined && deletionTimestamp !== null)
    return { ref, result: "kept", reason: "terminating" };
  if (options.owner !== undefined && ownersOf(live).some((uid) => uid !== options.owner))
    return { ref, result: "kept", reason: "shared" };
  // What was seen to be ours and unwanted is what is deleted: not another object of the name, nor what somebody took over since.
  const preconditions = preconditionsOf(live);
  const since = performance.now();
  try {
    await triesAlone(session, ref, limit).persist(async (signal) =>
      session.port.delete?.(ref, { preconditions, signal, ...(dryRun && { dryRun }) }),
    );
    const seconds = (performance.now() - since) / 1000;
    if (!dryRun) session.written.noteUnsure(ref, versionOf(live));
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
