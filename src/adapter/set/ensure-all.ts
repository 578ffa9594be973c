import { groupVersionOf } from "../../core/decide/identity.js";
import { UsageError } from "../../core/errors.js";
import { isObject, type KubeObject } from "../../core/json.js";
import type { Awaited } from "../ensure/subject.js";
import type { EnsureOptions, EnsureResult, SetOptions, SetResult } from "../ensure/types.js";
import { forEachAtOnce } from "../pool.js";
import { keyOf, refOf } from "../port/object.js";
import type { ObjectRef } from "../port/port.js";
import { definitionsIn } from "./definitions.js";
import type { Known, ListingOptions } from "./listed.js";
import { phaseOf, TURNS } from "./order.js";

/** Ensures one object; `awaited`: what the set makes that the object needs. */
export type EnsureOne<T> = (desired: T, options: EnsureOptions, awaited: Awaited) => Promise<EnsureResult<T>>;

/** How many objects are under way at once. */
export const CONCURRENCY = 8;

/** Reads live of many objects at once, as far as that is possible. */
export type ReadMany = (desired: readonly unknown[], options: ListingOptions) => Promise<Known>;

/** See Ensurer.ensureAll. */
export async function ensureAll<T extends KubeObject>(
  desired: readonly T[],
  options: SetOptions,
  one: EnsureOne<T>,
  readMany: ReadMany,
): Promise<readonly SetResult<T>[]> {
  const { concurrency = CONCURRENCY, live, onResult, ...call } = options;
  const items = [...desired.entries()];
  const made = madeBy(desired.filter(isObject) as readonly T[]);
  const results: SetResult<T>[] = [];
  const seen = new Set<string>();

  async function ensured(object: T, known: Known): Promise<SetResult<T>> {
    let ref: ObjectRef = { apiVersion: object?.apiVersion ?? "", kind: object?.kind ?? "", name: "" };
    try {
      if (!isObject(object)) throw new UsageError("no-kind", "desired is not an object");
      ref = refOf(object);
      const key = keyOf(ref);
      if (seen.has(key)) throw new UsageError("bad-option", "the set has this object twice", "desired");
      seen.add(key);
      const given = live !== undefined ? { ...call, live: live(object) } : withKnown(call, known, key);
      return { ref, ...(await one(object, given, awaitedBy(ref, made))) };
    } catch (error) {
      return { ref, result: "failed", error };
    }
  }

  for (let turn = 0; turn < TURNS; turn++) {
    const due = items.filter(([, object]) => phaseOf(object) === turn);
    const asked = live === undefined ? due.map(([, object]) => object) : [];
    // Turn by turn: what is written first may change what the server has of the others.
    const known = await readMany(asked, { concurrency, signal: call.signal });
    await forEachAtOnce(due, concurrency, async ([index, object]) => {
      const result = await ensured(object, known);
      results[index] = result;
      tell(onResult, result);
    });
  }
  return results;
}

function withKnown(call: EnsureOptions, known: Known, key: string): EnsureOptions {
  const live = known.get(key);
  return live === undefined ? call : { ...call, live };
}

/** Whoever watches must not stop the rest. */
function tell(onResult: SetOptions["onResult"], result: SetResult): void {
  try {
    onResult?.(result);
  } catch {
    // It is the caller's own.
  }
}

/** The namespaces and custom kinds that a set makes. */
function madeBy(desired: readonly KubeObject[]): ReadonlySet<string> {
  const namespaces = desired.filter(({ kind }) => kind === "Namespace");
  return new Set([
    ...namespaces.map(({ metadata }) => `namespace ${metadata?.name}`),
    ...definitionsIn(desired).map(({ group, kind }) => `kind ${group} ${kind}`),
  ]);
}

function awaitedBy({ apiVersion, kind, namespace }: ObjectRef, made: ReadonlySet<string>): Awaited {
  const { group } = groupVersionOf(apiVersion);
  return { kind: made.has(`kind ${group} ${kind}`), namespace: made.has(`namespace ${namespace}`) };
}
