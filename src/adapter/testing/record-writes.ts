import type { JsonObject, KubeObject } from "../../core/json.js";
import { metadataOf } from "../port/object.js";
import type { ClusterPort, DeleteOptions, ObjectRef, WriteOptions } from "../port/port.js";
import { createLog } from "./log.js";
import { untimedEntries } from "./memory/entries.js";
import { isEqual } from "./memory/equal.js";
import { namedRef } from "./memory/namespace.js";
import { withMetadata } from "./memory/with-metadata.js";
import { aboutOf, copyOf, type RecordedPort, type SentRequest } from "./requests.js";

/**
 * A port that sends what it is given through another one, and keeps each request with the object before and after it. It reads an
 * object once more before each write of it; those reads are not kept.
 */
export function recordWrites(port: ClusterPort): RecordedPort {
  const { add, ...log } = createLog();

  /** Sends a write between a look at the object before it and its answer. */
  async function write(
    verb: SentRequest["verb"],
    ref: SentRequest["ref"],
    options: WriteOptions | DeleteOptions,
    send: () => Promise<KubeObject | undefined>,
  ): Promise<KubeObject | undefined> {
    const about = { verb, ref, ...aboutOf(options) };
    const before = ref.name === undefined ? undefined : await readAgain({ ...ref, name: ref.name });
    const had = before === undefined ? {} : { before };
    try {
      const after = await send();
      const changed =
        after === undefined ? before !== undefined : before === undefined || isChanged(before, after);
      add({ ...about, ...had, changed, ...(after !== undefined && { after: copyOf(after) }) });
      return after;
    } catch (error) {
      add({ ...about, ...had, changed: false, error });
      throw error;
    }
  }

  async function readAgain(ref: ObjectRef): Promise<KubeObject | undefined> {
    const found = await port.read(ref).catch(() => undefined);
    return found === undefined ? undefined : copyOf(found);
  }

  const sending =
    (verb: "create" | "replace" | "apply", method: ClusterPort[typeof verb]) =>
    async (object: KubeObject, options: WriteOptions = {}): Promise<KubeObject> =>
      (await write(verb, refIn(object), options, async () => await method?.call(port, object, options))) ??
      object;

  const { replace, apply, merge, list, delete: remove, toWire, forget, lacks } = port;
  return {
    async read(ref, options) {
      const found = await port.read(ref, options);
      add({ verb: "read", ref, dryRun: false, changed: false });
      return found;
    },
    create: sending("create", port.create),
    ...(replace && { replace: sending("replace", replace) }),
    ...(apply && { apply: sending("apply", apply) }),
    ...(merge && {
      merge: async (ref: ObjectRef, patch: unknown, options: WriteOptions = {}) =>
        (await write("merge", ref, options, () => merge.call(port, ref, patch, options))) as KubeObject,
    }),
    ...(list && {
      list: async (...asked: Parameters<typeof list>) => {
        const found = await list.apply(port, asked);
        const { labelSelector: _, ...ref } = asked[0];
        add({ verb: "list", ref, dryRun: false, changed: false });
        return found;
      },
    }),
    ...(remove && {
      delete: async (ref: ObjectRef, options: DeleteOptions = {}) => {
        await write("delete", ref, options, async () => {
          await remove.call(port, ref, options);
          return undefined;
        });
      },
    }),
    ...(toWire && { toWire: toWire.bind(port) }),
    ...(forget && { forget: forget.bind(port) }),
    ...(lacks && { lacks }),
    ...log,
  };
}

function refIn(object: KubeObject): SentRequest["ref"] {
  const { apiVersion = "", kind = "" } = object;
  return namedRef({ apiVersion, kind }, object as JsonObject);
}

/** By resourceVersion, where it moved; a dry run's answer keeps it. */
function isChanged(before: KubeObject, after: KubeObject): boolean {
  const [from, to] = [before as JsonObject, after as JsonObject];
  if (metadataOf(from).resourceVersion !== metadataOf(to).resourceVersion) return true;
  return !isEqual(untimed(from), untimed(to));
}

function untimed(object: JsonObject): JsonObject {
  return withMetadata(object, { managedFields: untimedEntries(object) });
}
