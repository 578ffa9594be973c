import type { FactSource } from "../../../core/facts.js";
import type { Json, JsonObject, KubeObject } from "../../../core/json.js";
import { cloneWire } from "../../../core/wire.js";
import { bundledFacts } from "../../../rules/facts.js";
import { metadataOf } from "../../port/object.js";
import type { ClusterPort, DeleteOptions, ListQuery, RequestOptions, WriteOptions } from "../../port/port.js";
import { createLog } from "../log.js";
import { aboutOf, copyOf, type RequestLog } from "../requests.js";
import { apply } from "./apply.js";
import { type Kind, kindsOf } from "./kinds.js";
import { selectorOf } from "./label-selector.js";
import { namedRef, objectOf, placed, placeIn, placeOf } from "./namespace.js";
import { remove } from "./remove.js";
import { seeded } from "./seeded.js";
import { Store } from "./store.js";
import { type Answer, create, merge, replace } from "./updates.js";

export interface MemoryPortOptions {
  /** What is there already; see MemoryPort.seed. */
  readonly objects?: readonly KubeObject[];
  /** What is known of kinds: the bundled facts unless given. `compileRules(...).facts` has a caller's own custom kinds as well. */
  readonly facts?: FactSource;
  /** The clock of creationTimestamp and managedFields. Unless given, each write is a second after the one before, from 2000-01-01. */
  readonly now?: () => Date;
}

export interface MemoryPort
  extends RequestLog,
    Required<Omit<ClusterPort, "page" | "watch" | "toWire" | "lacks" | "forget">> {
  /** A copy of all objects, by group, kind, namespace and name. */
  objects(): readonly KubeObject[];
  /**
   * Puts an object there, or in the place of one, as no request can: status, uid, generation and managedFields as stated. Defaults are
   * filled in; it is not logged.
   */
  seed(object: KubeObject): void;
}

/**
 * A cluster in memory, for tests of controllers: what it stores, and who owns it, is what a real API server of 1.36 stores, as far
 * as the kind's facts say. Deterministic: uids, resourceVersions and times are counted.
 *
 * It does: defaults, canonical values and dropped zeros; server-side apply with managedFields, conflicts, force and pruning; PUT and JSON
 * merge patches; ownership by updates; optimistic locking; uids as preconditions; generation; a resourceVersion that moves only where
 * something changes; immutable fields; status as a subresource; dry runs; finalizers; generateName; label selectors.
 *
 * It does not: validate beyond immutable fields and ownership; admit (webhooks, quotas, priorities, a Pod's default tolerations); run controllers,
 * the garbage collector or namespace deletion (propagationPolicy changes nothing); convert between versions: an object is read in the
 * version that wrote it. Every namespace exists. A kind without namespaces by its facts has none; what names none though its
 * kind's facts say that it needs one is refused with a UsageError `bad-option`, as by a port to a real cluster.
 *
 * A kind without facts is stored as plain JSON: nothing is filled in, dropped or respelt, lists are replaced whole, and it is taken to have a
 * status subresource and a generation.
 */
export function createMemoryPort(options: MemoryPortOptions = {}): MemoryPort {
  const kindOf = kindsOf(options.facts ?? bundledFacts);
  const store = new Store(options.now);
  const { add, ...log } = createLog();

  /** Runs a write on a copy of what is sent, and logs it. */
  async function write(
    verb: "create" | "replace" | "apply" | "merge",
    sent: unknown,
    given: WriteOptions,
    run: (kind: Kind, object: JsonObject) => Answer,
  ): Promise<KubeObject> {
    given.signal?.throwIfAborted();
    const kind = kindOf(sent);
    const object = placed(kind, cloneWire(sent as Json) as JsonObject);
    const about = { verb, ...aboutOf(given) };
    try {
      const { before, after } = run(kind, object);
      add({
        ...about,
        ref: namedRef(kind, after),
        changed: before !== after,
        ...(before !== undefined && { before: copyOf(before) }),
        after: copyOf(after),
      });
      return copyOf(after);
    } catch (error) {
      add({ ...about, ref: namedRef(kind, object), changed: false, error });
      throw error;
    }
  }

  const seed = (object: KubeObject): void => {
    const kind = kindOf(object);
    store.put(kind, seeded(kind, placed(kind, copyOf(object) as JsonObject), store));
  };

  const port: MemoryPort = {
    async read(ref, { signal }: RequestOptions = {}) {
      signal?.throwIfAborted();
      const kind = kindOf(ref);
      const found = store.get(kind, placeIn(kind, ref));
      add({ verb: "read", ref: { ...ref }, dryRun: false, changed: false });
      return found === undefined ? undefined : copyOf(found);
    },
    create: (object, given = {}) =>
      write("create", object, given, (kind, sent) => create(store, kind, sent, given)),
    replace: (object, given = {}) =>
      write("replace", object, given, (kind, sent) => replace(store, kind, sent, given)),
    apply: (object, given = {}) =>
      write("apply", object, given, (kind, sent) => apply(store, kind, sent, given)),
    merge: (ref, patch, given = {}) =>
      write("merge", objectOf(ref), given, (kind, { metadata }) =>
        merge(store, kind, placeOf({ metadata }), cloneWire(patch as Json), given),
      ),
    async list(
      { apiVersion, kind: name, namespace, labelSelector, limit }: ListQuery,
      { signal }: RequestOptions = {},
    ) {
      signal?.throwIfAborted();
      const kind = kindOf({ apiVersion, kind: name });
      const selects = selectorOf(labelSelector);
      const inside = (object: JsonObject): boolean =>
        namespace === undefined || metadataOf(object).namespace === namespace;
      const ref = { apiVersion, kind: name, ...(namespace !== undefined && { namespace }) };
      add({ verb: "list", ref, dryRun: false, changed: false });
      return store
        .all(kind)
        .filter((object) => inside(object) && selects(object))
        .slice(0, limit)
        .map(copyOf);
    },
    async delete(ref, given: DeleteOptions = {}) {
      given.signal?.throwIfAborted();
      const kind = kindOf(ref);
      const before = store.get(kind, placeIn(kind, ref));
      const about = { verb: "delete", ref: { ...ref }, dryRun: given.dryRun === true } as const;
      try {
        const changed = before !== undefined && remove(store, kind, before, given);
        add({ ...about, changed, ...(before !== undefined && { before: copyOf(before) }) });
      } catch (error) {
        add({ ...about, changed: false, error });
        throw error;
      }
    },
    ...log,
    objects: () => store.all().map(copyOf),
    seed,
  };

  for (const object of options.objects ?? []) seed(object);
  return port;
}
