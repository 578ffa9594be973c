import { isList, isObject, type Json, type JsonObject } from "../../core/json.js";
import { ApiError, KIND_NOT_SERVED } from "../port/api-error.js";
import { NoAnswer } from "../port/no-answer.js";
import { untilAborted } from "./abort.js";
import { builtIn } from "./built-in.js";
import type { Kind, Resource } from "./resource.js";
import type { Transport } from "./transport.js";

/** Milliseconds for one list; callers who wait less stop waiting. */
const PATIENCE = 30_000;

/** What the server serves in an API version, by kind. */
type Served = ReadonlyMap<string, Resource>;

/**
 * What the server serves, asked once for each API version, and again where a kind is not there. Of the kinds that every server has it is
 * asked only where it does not know one of their paths.
 */
export class Discovery {
  readonly #lists = new Map<string, Promise<Served>>();
  /** API versions in which a path was not known. */
  readonly #doubted = new Set<string>();
  constructor(private readonly send: Transport["send"]) {}

  /**
   * How a kind is addressed; of one that every server has, without asking.
   * @throws ApiError 404, reason KindNotServed
   */
  async resource(kind: Kind, signal?: AbortSignal): Promise<Resource> {
    const certain = this.#doubted.has(kind.apiVersion) ? undefined : builtIn(kind);
    return certain ?? this.served(kind, signal);
  }

  /**
   * The same, as the server says it.
   * @throws ApiError 404, reason KindNotServed
   */
  async served({ apiVersion, kind }: Kind, signal?: AbortSignal): Promise<Resource> {
    const cached = this.#lists.get(apiVersion);
    const known = cached && (await this.#within(apiVersion, cached, signal)).get(kind);
    if (known !== undefined) return known;
    if (this.#lists.get(apiVersion) === cached) this.#lists.delete(apiVersion);
    const found = (await this.#within(apiVersion, this.#list(apiVersion), signal)).get(kind);
    if (found === undefined) throw notServed({ apiVersion, kind });
    return found;
  }

  /** To be asked anew: of one API version, or of all. */
  forget(apiVersion?: string): void {
    if (apiVersion === undefined) this.#lists.clear();
    else {
      this.#lists.delete(apiVersion);
      this.#doubted.add(apiVersion);
    }
  }

  /** Whoever has waited in vain does not wait for the same request again. */
  async #within(apiVersion: string, asked: Promise<Served>, signal?: AbortSignal): Promise<Served> {
    try {
      return await untilAborted(asked, signal);
    } finally {
      if (signal?.aborted && this.#lists.get(apiVersion) === asked) this.#lists.delete(apiVersion);
    }
  }

  #list(apiVersion: string): Promise<Served> {
    const known = this.#lists.get(apiVersion);
    if (known !== undefined) return known;
    // One answer for all who ask meanwhile, so none of their signals ends it.
    const asked = this.#ask(apiVersion);
    this.#lists.set(apiVersion, asked);
    asked.catch(() => {
      if (this.#lists.get(apiVersion) === asked) this.#lists.delete(apiVersion);
    });
    return asked;
  }

  async #ask(apiVersion: string): Promise<Served> {
    const prefix = `/${apiVersion.includes("/") ? "apis" : "api"}/${apiVersion.split("/").map(encodeURIComponent).join("/")}`;
    try {
      const answer = await this.send({
        method: "GET",
        path: prefix,
        signal: AbortSignal.timeout(PATIENCE),
      });
      return servedIn(answer, prefix);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return new Map();
      throw error;
    }
  }
}

function servedIn(list: Json, prefix: string): Served {
  if (!isObject(list) || !isList(list.resources))
    throw new NoAnswer(`the server answered ${prefix} with something that is no list`);
  return new Map(list.resources.filter(isObject).flatMap((each) => entryOf(each, prefix)));
}

/** Subresources (`deployments/scale`) have a kind too. */
function entryOf({ kind, name, namespaced }: JsonObject, prefix: string): [string, Resource][] {
  if (typeof kind !== "string" || typeof name !== "string" || name.includes("/")) return [];
  return [[kind, { prefix, plural: name, namespaced: namespaced === true }]];
}

function notServed({ apiVersion, kind }: Kind): ApiError {
  return new ApiError(404, `the server does not serve ${kind} of ${apiVersion}`, { reason: KIND_NOT_SERVED });
}
