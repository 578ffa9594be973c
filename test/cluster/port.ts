import { type ApiError, apiErrorOf, KIND_NOT_SERVED } from "../../src/adapter/port/api-error.js";
import type { ClusterPort, ObjectRef, RequestOptions, WriteOptions } from "../../src/adapter/port/port.js";
import { UsageError } from "../../src/core/errors.js";
import { isObject, type KubeObject } from "../../src/core/json.js";
import type { Answer, Client, KubeObject as Named, Resource } from "../../tools/cluster/types.d.ts";

/**
 * A port over the test cluster. It refuses an object without the namespace that its kind asks for, as the ports that are shipped do. What
 * the signal aborts is not waited for.
 */
export function clusterPort(client: Client): ClusterPort {
  const served = async ({ apiVersion, kind }: Pick<ObjectRef, "apiVersion" | "kind">): Promise<Resource> => {
    const resource = await client.resource(apiVersion, kind);
    if (resource !== undefined) return resource;
    throw apiErrorOf(404, {
      kind: "Status",
      message: `${kind} is not served in ${apiVersion}`,
      reason: KIND_NOT_SERVED,
    });
  };
  const placed = async (ref: Pick<ObjectRef, "apiVersion" | "kind" | "namespace">): Promise<void> => {
    if (ref.namespace) return;
    const resource = await client.resource(ref.apiVersion, ref.kind);
    if (resource?.namespaced !== true) return;
    throw new UsageError("bad-option", `${resource.plural}: no namespace is given`, "/metadata/namespace");
  };
  const write = (object: Named, send: () => Promise<Answer>, options: WriteOptions): Promise<KubeObject> =>
    abortable(client, options.signal, async () => {
      await placed({ ...object, namespace: object.metadata?.namespace });
      return accepted(await send());
    });

  return {
    read: (ref, options = {}) =>
      abortable(client, options.signal, async () => {
        await placed(ref);
        const answer = await client.get(objectOf(ref), { signal: options.signal });
        return answer.code === 404 && isMissing(answer) ? undefined : accepted(answer);
      }),
    create: (object, options = {}) =>
      write(named(object), () => client.create(named(object), sent(options)), options),
    replace: (object, options = {}) =>
      write(named(object), () => client.replace(named(object), sent(options)), options),
    apply: (object, options = {}) =>
      write(named(object), () => client.apply(named(object), sent(options)), options),
    merge: (ref, patch, options = {}) =>
      write(objectOf(ref), () => client.merge(objectOf(ref), patch, sent(options)), options),
    list: ({ apiVersion, kind, namespace, labelSelector }, options = {}) =>
      abortable(client, options.signal, async () => {
        const { prefix, plural, namespaced } = await served({ apiVersion, kind });
        if (!namespaced && namespace !== undefined) return [];
        const inside = namespace !== undefined ? `/namespaces/${namespace}` : "";
        const answer = await client.request("GET", `${prefix}${inside}/${plural}`, {
          query: { labelSelector },
          signal: options.signal,
        });
        if (answer.code !== 200) throw refusal(answer);
        const { items } = answer.body as { readonly items: readonly KubeObject[] };
        return items.map((item) => ({ ...item, apiVersion, kind }));
      }),
    delete: (ref, options = {}) =>
      abortable(client, options.signal, async () => {
        await placed(ref);
        const { prefix, plural, namespaced } = await served(ref);
        const inside = namespaced ? `/namespaces/${ref.namespace}` : "";
        const answer = await client.request("DELETE", `${prefix}${inside}/${plural}/${ref.name}`, {
          signal: options.signal,
          body: {
            propagationPolicy: options.propagationPolicy ?? "Background",
            // A grace period waits for a kubelet, and none runs.
            gracePeriodSeconds: 0,
            ...(options.preconditions && { preconditions: options.preconditions }),
            ...(options.dryRun && { dryRun: ["All"] }),
          },
        });
        if (answer.code >= 300 && answer.code !== 404) throw refusal(answer);
      }),
    forget: () => client.forget(),
  };
}

function objectOf({ apiVersion, kind, namespace, name }: ObjectRef): Named {
  return { apiVersion, kind, metadata: { name, ...(namespace !== undefined && { namespace }) } };
}

/** The client finds an object's address by its kind. */
function named(object: KubeObject): Named {
  return object as Named;
}

function sent({
  fieldManager,
  force,
  dryRun,
  subresource,
  signal,
}: WriteOptions): Parameters<Client["apply"]>[1] {
  return {
    signal,
    ...(fieldManager !== undefined && { fieldManager }),
    ...(force !== undefined && { force }),
    ...(dryRun !== undefined && { dryRun }),
    ...(subresource !== undefined && { subresource }),
  };
}

/** The object is not there. Of a kind that is not served, the client says so without details. */
function isMissing({ body }: Answer): boolean {
  return body.reason === "NotFound" && body.details !== undefined;
}

function accepted(answer: Answer): KubeObject {
  if (answer.code >= 300) throw refusal(answer);
  return answer.body as KubeObject;
}

function refusal({ code, body, retryAfter }: Answer<unknown>): ApiError {
  const { reason, details } = (isObject(body) ? body : {}) as Partial<Answer["body"]>;
  const notServed = code === 404 && reason === "NotFound" && details === undefined;
  return apiErrorOf(code, notServed ? { ...(body as object), reason: KIND_NOT_SERVED } : body, retryAfter);
}

async function abortable<T>(
  client: Client,
  signal: RequestOptions["signal"],
  send: () => Promise<T>,
): Promise<T> {
  if (signal === undefined) return send();
  signal.throwIfAborted();
  let end = (): void => {};
  const ended = new Promise<never>((_resolve, reject) => {
    end = () => {
      // What was waited for may have been the list of kinds, which is shared.
      client.forget();
      reject(signal.reason);
    };
    signal.addEventListener("abort", end, { once: true });
  });
  try {
    return await Promise.race([send(), ended]);
  } finally {
    signal.removeEventListener("abort", end);
  }
}
