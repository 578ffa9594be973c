import { isObject, type JsonObject, type KubeObject } from "../../core/json.js";
import { Limit } from "../ensure/limit.js";
import type { Session } from "../ensure/session.js";
import { forEachAtOnce } from "../pool.js";
import { answerOf } from "../port/answer.js";
import { keyOf, metadataOf, refOf } from "../port/object.js";
import type { ListQuery, ObjectRef } from "../port/port.js";

/** Fewer objects than these are read one by one: what else lies beside them would cost more than the requests do. */
const LEAST = 4;

/** How many objects a list may have for each that is wanted; what it leaves out is read by itself. */
const SHARE = 4;

/** Objects for each request of a list, about. */
const PAGE = 500;

/** Live by the key of its ref. What is not in it may be there all the same, and has to be read. */
export type Known = ReadonlyMap<string, KubeObject>;

/** Whoever wants objects, and until when. */
export interface ListingOptions {
  readonly concurrency: number;
  readonly signal?: AbortSignal | undefined;
}

interface Wanted {
  readonly ref: ObjectRef;
  readonly labels: JsonObject;
}

/**
 * Live of a set's objects as far as lists have it: for kinds of which the set has many, one request in place of one for each object.
 * Lists are no duty: one that is refused or fails leaves its objects to be read. Kinds that hold secrets are not listed, since a list
 * has others' too. Never rejects.
 */
export async function listed(
  session: Session,
  desired: readonly unknown[],
  { concurrency, signal }: ListingOptions,
): Promise<Known> {
  if (session.port.list === undefined) return new Map();
  const listing = new Listing(session, signal);
  const kinds = grouped(
    desired.flatMap(wantedBy).filter(({ ref }) => !session.gate.isSensitive(ref)),
    ({ ref }) => `${ref.apiVersion} ${ref.kind}`,
  );
  await forEachAtOnce(kinds, concurrency, (wanted) => listing.read(wanted));
  return listing.known;
}

class Listing {
  readonly known = new Map<string, KubeObject>();
  /** A list failed in a way that others may, too: each might wait in vain. */
  private hasFailed = false;

  constructor(
    private readonly session: Session,
    private readonly signal: AbortSignal | undefined,
  ) {}

  /** Reads the objects of one kind. */
  async read(wanted: readonly Wanted[]): Promise<void> {
    // Namespace by namespace, how many requests would it take?
    const apart = byNamespace(wanted).reduce((sum, { length }) => sum + (length < LEAST ? length : 1), 0);
    if (apart >= LEAST && (await this.list(wanted, undefined))) return;
    for (const within of byNamespace(wanted.filter(({ ref }) => !this.known.has(keyOf(ref)))))
      if (within.length >= LEAST) await this.list(within, within[0]?.ref.namespace);
  }

  /** Were all objects there told of that the labels select? */
  private async list(wanted: readonly Wanted[], namespace: string | undefined): Promise<boolean> {
    const { session } = this;
    const [{ ref } = { ref: undefined }] = wanted;
    if (ref === undefined) return true;
    const { apiVersion, kind } = ref;
    const place = `${apiVersion} ${kind} ${namespace ?? ""}`;
    if (this.hasFailed || session.unlistable.get(place)) return false;
    const labelSelector = commonLabels(wanted);
    const limit = wanted.length * SHARE;
    try {
      const found = await this.ask({ apiVersion, kind, namespace, labelSelector, limit });
      const objects = new Map(found.map((object) => [keyOf({ ...refOf(object), apiVersion, kind }), object]));
      for (const key of wanted.map((each) => keyOf(each.ref))) {
        const object = objects.get(key);
        if (object !== undefined) this.known.set(key, object);
      }
      return found.length < limit;
    } catch (error) {
      const status = answerOf(error)?.status;
      if (status === 403) session.unlistable.set(place, true);
      // A kind may also be one that is not served yet.
      this.hasFailed ||= status !== 403 && status !== 404;
      return false;
    }
  }

  private async ask(query: ListQuery & { readonly limit: number }): Promise<readonly KubeObject[]> {
    const { port, retry } = this.session;
    const requests = Math.ceil(query.limit / PAGE);
    const limit = new Limit(this.signal, retry.deadlineMs);
    return (
      (await limit.run(retry.requestMs * requests, async (signal) => port.list?.(query, { signal }))) ?? []
    );
  }
}

/** An object that a set wants; what has no name, or is none, is for others to complain about. */
function wantedBy(object: unknown): readonly Wanted[] {
  if (!isObject(object)) return [];
  try {
    const { labels } = metadataOf(object);
    return [{ ref: refOf(object as KubeObject), labels: isObject(labels) ? labels : {} }];
  } catch {
    return [];
  }
}

/** A selector of the labels that all of them have, so that others' objects are left out; so is one of ours that has lost them. */
function commonLabels([first, ...others]: readonly Wanted[]): string | undefined {
  const common = Object.entries(first?.labels ?? {}).filter(
    ([key, value]) =>
      typeof value === "string" &&
      others.every(({ labels }) => Object.hasOwn(labels, key) && labels[key] === value),
  );
  return common.length === 0 ? undefined : common.map(([key, value]) => `${key}=${value}`).join(",");
}

function byNamespace(wanted: readonly Wanted[]): readonly (readonly Wanted[])[] {
  return grouped(wanted, ({ ref }) => ref.namespace ?? "");
}

function grouped<Item>(
  items: readonly Item[],
  groupOf: (item: Item) => string,
): readonly (readonly Item[])[] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(groupOf(item));
    if (group === undefined) groups.set(groupOf(item), [item]);
    else group.push(item);
  }
  return [...groups.values()];
}
