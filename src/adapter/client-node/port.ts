import { UsageError } from "../../core/errors.js";
import type { KubeObject } from "../../core/json.js";
import type {
  ClusterPort,
  DeleteOptions,
  ListQuery,
  ObjectRef,
  RequestOptions,
  WriteOptions,
} from "../port.js";
import { Api, continueOf, itemsIn, objectIn } from "./api.js";
import type { Kind } from "./discovery.js";
import { collectionPath, objectPath, ownCollectionPath, query, writeQuery } from "./path.js";
import type { ApiRequest, Transport } from "./transport.js";

/** A port that can do, and pass on, everything. */
export type CompletePort = Required<Omit<ClusterPort, "lacks">>;

/** Objects in one answer of a list. */
const PAGE = 500;

/** The port over a transport; client libraries differ in how they reach a server, and in what their objects are. */
export class ApiPort implements CompletePort {
  readonly #api: Api;

  constructor(
    transport: Transport,
    readonly toWire: CompletePort["toWire"],
  ) {
    this.#api = new Api(transport);
  }

  forget(): void {
    this.#api.discovery.forget();
  }

  async read(ref: ObjectRef, { signal }: RequestOptions = {}): Promise<KubeObject | undefined> {
    return this.#api.unlessGone(ref, signal, async (resource) =>
      objectIn(await this.#api.send({ method: "GET", path: objectPath(resource, ref), signal })),
    );
  }

  async create(object: KubeObject, options: WriteOptions = {}): Promise<KubeObject> {
    const { subresource, signal } = options;
    if (subresource !== undefined)
      throw new UsageError("bad-option", `${subresource} is not created, but replaced or applied`);
    const body = this.toWire(object);
    return this.#api.served(kindOf(body), signal, async (resource) => {
      const path = `${ownCollectionPath(resource, body.metadata?.namespace)}${writeQuery(options)}`;
      return objectIn(await this.#api.send({ method: "POST", path, body, signal }));
    });
  }

  async replace(object: KubeObject, options: WriteOptions = {}): Promise<KubeObject> {
    const body = this.toWire(object);
    return this.#write(refOf(body), { method: "PUT", body }, options);
  }

  async apply(object: KubeObject, options: WriteOptions = {}): Promise<KubeObject> {
    const body = this.toWire(object);
    // JSON is YAML.
    const contentType = "application/apply-patch+yaml";
    return this.#write(refOf(body), { method: "PATCH", contentType, body }, options, options.force);
  }

  async merge(ref: ObjectRef, patch: unknown, options: WriteOptions = {}): Promise<KubeObject> {
    const contentType = "application/merge-patch+json";
    return this.#write(ref, { method: "PATCH", contentType, body: patch }, options);
  }

  async list(
    { namespace, labelSelector, apiVersion, kind }: ListQuery,
    { signal }: RequestOptions = {},
  ): Promise<readonly KubeObject[]> {
    return this.#api.served({ apiVersion, kind }, signal, async (resource) => {
      // What has no namespace is in none.
      if (!resource.namespaced && namespace !== undefined) return [];
      const objects: KubeObject[] = [];
      let token: string | undefined;
      do {
        const asked = query({ labelSelector, limit: String(PAGE), continue: token });
        const path = `${collectionPath(resource, namespace)}${asked}`;
        const page = await this.#api.send({ method: "GET", path, signal });
        objects.push(...itemsIn(page, { apiVersion, kind }));
        token = continueOf(page);
      } while (token !== undefined);
      return objects;
    });
  }

  async delete(ref: ObjectRef, options: DeleteOptions = {}): Promise<void> {
    const { dryRun, preconditions, propagationPolicy = "Background", signal } = options;
    const body = {
      apiVersion: "v1",
      kind: "DeleteOptions",
      propagationPolicy,
      preconditions,
      dryRun: dryRun ? ["All"] : undefined,
    };
    await this.#api.unlessGone(ref, signal, (resource) =>
      this.#api.send({ method: "DELETE", path: objectPath(resource, ref), body, signal }),
    );
  }

  #write(
    ref: Kind & Partial<Pick<ObjectRef, "namespace" | "name">>,
    request: Omit<ApiRequest, "path" | "signal">,
    options: WriteOptions,
    force?: boolean,
  ): Promise<KubeObject> {
    const { subresource, signal } = options;
    return this.#api.served(ref, signal, async (resource) => {
      const path = `${objectPath(resource, ref, subresource)}${writeQuery(options, force)}`;
      return objectIn(await this.#api.send({ ...request, path, signal }));
    });
  }
}

function kindOf({ apiVersion, kind }: KubeObject): Kind {
  if (!apiVersion || !kind) throw new UsageError("no-kind", "apiVersion or kind is missing");
  return { apiVersion, kind };
}

function refOf(object: KubeObject): Kind & Partial<Pick<ObjectRef, "namespace" | "name">> {
  const { namespace, name } = object.metadata ?? {};
  return { ...kindOf(object), namespace, ...(name !== undefined && { name }) };
}
