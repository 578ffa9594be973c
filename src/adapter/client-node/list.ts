import type { KubeObject } from "../../core/json.js";
import { NoAnswer } from "../port/no-answer.js";
import { versionOf } from "../port/object.js";
import type { ListPage, ListQuery, PageOptions, RequestOptions } from "../port/port.js";
import { type Api, continueOf, itemsIn } from "./api.js";
import { listPath, placedListPath } from "./path.js";

/** Objects in one answer. */
const PAGE = 500;

/** Every object that a query names, page by page. */
export async function list(
  api: Api,
  { limit = Number.POSITIVE_INFINITY, ...asked }: ListQuery,
  { signal }: RequestOptions,
): Promise<readonly KubeObject[]> {
  return api.served(asked, signal, async (resource) => {
    // What has no namespace is in none.
    if (!resource.namespaced && asked.namespace !== undefined) return [];
    const objects: KubeObject[] = [];
    let token: string | undefined;
    do {
      const size = Math.min(PAGE, limit - objects.length);
      const path = listPath(resource, asked, { limit: String(size), continue: token });
      const answer = await api.send({ method: "GET", path, signal });
      objects.push(...itemsIn(answer, asked));
      token = continueOf(answer);
    } while (token !== undefined && objects.length < limit);
    return objects;
  });
}

/** One page; with the version that all of them show. */
export async function page(
  api: Api,
  { limit, ...asked }: ListQuery,
  { from, signal }: PageOptions,
): Promise<ListPage> {
  return api.served(asked, signal, async (resource) => {
    const path = placedListPath(resource, asked, { limit: limit?.toString(), continue: from });
    const answer = await api.send({ method: "GET", path, signal });
    const resourceVersion = versionOf(answer);
    if (resourceVersion === undefined)
      throw new NoAnswer("the server answered with something that is no list");
    const next = continueOf(answer);
    return { objects: itemsIn(answer, asked), resourceVersion, ...(next !== undefined && { next }) };
  });
}
