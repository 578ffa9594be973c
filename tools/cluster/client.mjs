// @ts-check
import { createDiscovery } from "./discovery.mjs";
import { createTransport } from "./transport.mjs";

/** @typedef {import("./types.d.ts").KubeObject} KubeObject @typedef {import("./types.d.ts").Answer} Answer */

/** What the server would say of a kind that it does not serve. @param {KubeObject} object @returns {Answer} */
function notServed({ apiVersion, kind }) {
  const message = `the server does not serve ${kind} in ${apiVersion}`;
  return {
    code: 404,
    body: {
      apiVersion: "v1",
      kind: "Status",
      metadata: {},
      status: "Failure",
      message,
      reason: "NotFound",
      code: 404,
    },
  };
}

/** @param {import("./types.d.ts").WriteOptions} options */
function queryOf({ dryRun, fieldManager, force, fieldValidation }) {
  return {
    dryRun: dryRun ? "All" : undefined,
    fieldManager,
    force: force === undefined ? undefined : String(force),
    fieldValidation,
  };
}

/**
 * A client that sends and returns plain JSON, with nothing added or taken away.
 * @param {import("./types.d.ts").Connection} connection
 * @returns {import("./types.d.ts").Client}
 */
export function createClient(connection) {
  const transport = createTransport(connection);
  const { request } = transport;
  const discovery = createDiscovery(request);

  /**
   * @param {string} method @param {KubeObject} object @param {import("./types.d.ts").WriteOptions} options
   * @param {{ body?: unknown, contentType?: string, collection?: boolean }} sent
   * @returns {Promise<Answer>}
   */
  async function send(method, object, options, { collection = false, ...sent }) {
    const resource = await discovery.resource(object.apiVersion, object.kind);
    if (resource === undefined) return notServed(object);
    const { name, namespace = "default" } = object.metadata ?? {};
    if (!collection && !name)
      throw new Error(`${method} of ${object.apiVersion} ${object.kind}: it has no metadata.name`);
    const path = [
      resource.prefix,
      ...(resource.namespaced ? ["namespaces", encodeURIComponent(namespace)] : []),
      resource.plural,
      ...(collection || name === undefined ? [] : [encodeURIComponent(name)]),
      ...(options.subresource === undefined ? [] : [options.subresource]),
    ].join("/");
    const answer = await request(method, path, { query: queryOf(options), signal: options.signal, ...sent });
    return /** @type {Answer} */ (answer);
  }

  return {
    ...transport,
    ...discovery,
    get: (object, options = {}) => send("GET", object, options, {}),
    create: (object, options = {}) =>
      send("POST", object, options, { body: object, collection: options.subresource === undefined }),
    replace: (object, options = {}) => send("PUT", object, options, { body: object }),
    apply: (object, options = {}) =>
      send("PATCH", object, options, { body: object, contentType: "application/apply-patch+yaml" }),
    merge: (object, patch, options = {}) =>
      send("PATCH", object, options, { body: patch, contentType: "application/merge-patch+json" }),
    delete: (object, options = {}) =>
      // The server does not look at the query of a deletion that has a body.
      send(
        "DELETE",
        object,
        {},
        {
          body: {
            // Other policies leave a finalizer for the garbage collector, and a grace period waits for a kubelet: neither runs.
            propagationPolicy: "Background",
            gracePeriodSeconds: 0,
            ...(options.dryRun ? { dryRun: ["All"] } : {}),
          },
        },
      ),
  };
}
