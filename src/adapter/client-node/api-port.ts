import { UsageError } from "../../core/errors.js";
import type { Json, KubeObject } from "../../core/json.js";
import type { ClusterPort, ObjectRef, RequestOptions, WriteOptions } from "../port/port.js";
import { Api, objectIn } from "./api.js";
import type { ApiRequest } from "./api-request.js";
import { list, page } from "./list.js";
import { objectPath, ownCollectionPath, writeQuery } from "./path.js";
import type { Kind } from "./resource.js";
import type { Transport } from "./transport.js";
import { watch } from "./watch.js";

/** A port that can do, and pass on, everything. */
export interface CompletePort extends Required<Omit<ClusterPort, "lacks">> {
  /**
   * Are a kind's objects in namespaces? The server says so.
   * @throws ApiError 404, reason KindNotServed
   */
  isNamespaced(kind: Kind, options?: RequestOptions): Promise<boolean>;
  /**
   * What the server answers at a path: what it serves, its OpenAPI.
   * @throws ApiError
   */
  document(path: string, options?: DocumentOptions): Promise<Json>;
}

export interface DocumentOptions extends RequestOptions {
  /** The Accept header: which form of it. Absent: application/json. */
  readonly accept?: string | undefined;
}

/** The port over a transport; client libraries differ in how they reach a server, and in what their objects are. */
export function apiPort(transport: Transport, toWire: CompletePort["toWire"]): CompletePort {
  const api = new Api(transport);

  function write(
    ref: Target,
    request: Omit<ApiRequest, "path" | "signal">,
    { force, ...options }: WriteOptions,
  ): Promise<KubeObject> {
    const { subresource, signal } = options;
    return api.served(ref, signal, async (resource) => {
      const path = `${objectPath(resource, ref, subresource)}${writeQuery(options, force)}`;
      return objectIn(await api.send({ ...request, path, signal }));
    });
  }

  return {
    toWire,

    forget: () => api.discovery.forget(),

    isNamespaced: async (kind, { signal } = {}) => (await api.discovery.served(kind, signal)).namespaced,

    document: (path, { accept, signal } = {}) => api.send({ method: "GET", path, accept, signal }),

    read: async (ref, { signal } = {}) =>
      api.unlessGone(ref, signal, async (resource) =>
        objectIn(await api.send({ method: "GET", path: objectPath(resource, ref), signal })),
      ),

    create: async (object, options = {}) => {
      const { subresource, signal } = options;
      if (subresource !== undefined)
        throw new UsageError("bad-option", `${subresource} is not created, but replaced or applied`);
      const body = toWire(object);
      return api.served(kindOf(body), signal, async (resource) => {
        const path = `${ownCollectionPath(resource, body.metadata?.namespace)}${writeQuery(options)}`;
        return objectIn(await api.send({ method: "POST", path, body, signal }));
      });
    },

    replace: async (object, { force: _, ...options } = {}) => {
      const body = toWire(object);
      return write(targetOf(body), { method: "PUT", body }, options);
    },

    apply: async (object, options = {}) => {
      const body = toWire(object);
      // JSON is YAML.
      const contentType = "application/apply-patch+yaml";
      return write(targetOf(body), { method: "PATCH", contentType, body }, options);
    },

    merge: async (ref, patch, { force: _, ...options } = {}) => {
      const contentType = "application/merge-patch+json";
      return write(ref, { method: "PATCH", contentType, body: patch }, options);
    },

    list: (asked, options = {}) => list(api, asked, options),

    page: (asked, options = {}) => page(api, asked, options),

    watch: (asked, options) => watch(api, asked, options),

    delete: async (ref, { dryRun, preconditions, propagationPolicy = "Background", signal } = {}) => {
      const body = {
        apiVersion: "v1",
        kind: "DeleteOptions",
        propagationPolicy,
        preconditions,
        // The server does not look at the query of a deletion that has a body.
        dryRun: dryRun ? ["All"] : undefined,
      };
      await api.unlessGone(ref, signal, (resource) =>
        api.send({ method: "DELETE", path: objectPath(resource, ref), body, signal }),
      );
    },
  };
}

/** Which object a write is for, as far as it says so. */
type Target = Kind & Partial<Pick<ObjectRef, "namespace" | "name">>;

function kindOf({ apiVersion, kind }: KubeObject): Kind {
  if (!apiVersion || !kind) throw new UsageError("no-kind", "apiVersion or kind is missing");
  return { apiVersion, kind };
}

function targetOf(object: KubeObject): Target {
  const { namespace, name } = object.metadata ?? {};
  return { ...kindOf(object), namespace, ...(name !== undefined && { name }) };
}
