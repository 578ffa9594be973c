import { isList, isObject, type Json, type KubeObject } from "../../core/json.js";
import { ApiError, KIND_NOT_SERVED } from "../port/api-error.js";
import { NoAnswer } from "../port/no-answer.js";
import { metadataOf } from "../port/object.js";
import { Discovery } from "./discovery.js";
import type { Kind, Resource } from "./resource.js";
import type { Transport } from "./transport.js";

/** Requests about kinds, whose paths the server itself is asked for. */
export class Api {
  readonly discovery: Discovery;
  readonly send: Transport["send"];
  readonly stream: Transport["stream"];
  constructor({ send, stream }: Transport) {
    this.send = send;
    this.stream = stream;
    this.discovery = new Discovery(send);
  }

  /**
   * Calls `use` with the kind's resource. A 404 that names none may mean that the kind is gone since it was asked for, or that it has
   * no such subresource: the server is asked again which.
   * @throws ApiError 404, reason KindNotServed
   */
  async served<T>(
    kind: Kind,
    signal: AbortSignal | undefined,
    use: (resource: Resource) => Promise<T>,
  ): Promise<T> {
    const resource = await this.discovery.resource(kind, signal);
    try {
      return await use(resource);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404 && error.details.resource === undefined) {
        this.discovery.forget(kind.apiVersion);
        await this.discovery.served(kind, signal);
      }
      throw error;
    }
  }

  /** The same; undefined where the object is not there. */
  async unlessGone<T>(
    kind: Kind,
    signal: AbortSignal | undefined,
    use: (resource: Resource) => Promise<T>,
  ): Promise<T | undefined> {
    try {
      return await this.served(kind, signal, use);
    } catch (error) {
      const gone =
        error instanceof ApiError && error.status === 404 && error.details.reason !== KIND_NOT_SERVED;
      if (gone) return undefined;
      throw error;
    }
  }
}

/** The object that the server answered with. */
export function objectIn(answer: Json): KubeObject {
  if (!isObject(answer)) throw new NoAnswer("the server answered with something that is no object");
  return answer as KubeObject;
}

/** The objects of one page of a list; the server leaves out what they are, since the list says it. */
export function itemsIn(page: Json, { apiVersion, kind }: Kind): KubeObject[] {
  const items = isObject(page) && isList(page.items) ? page.items.filter(isObject) : [];
  return items.map((item) => ({ apiVersion, kind, ...item }) as KubeObject);
}

/** What the next page is asked for with; undefined after the last. */
export function continueOf(page: Json): string | undefined {
  const { continue: token } = metadataOf(page);
  return typeof token === "string" && token !== "" ? token : undefined;
}
