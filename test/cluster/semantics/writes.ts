import { expect, vi } from "vitest";
import type { Mode } from "../../../src/core/decision.js";
import { isObject, type Json, type JsonObject } from "../../../src/core/json.js";
import type { Answer, Client, KubeObject, WriteOptions } from "../../../tools/cluster/types.d.ts";

/** The field manager that the gate decides for. */
export const ME = "me";

/** An object as a row has it; the table gives it a name. */
export type Body = JsonObject & { readonly apiVersion: string; readonly kind: string };

/** What somebody does to an object that is there. */
export type Step = (client: Client, object: KubeObject) => Promise<Answer>;

/** Lays a row's object over the one that is there, which it names. */
export function named(body: JsonObject, { apiVersion, kind, metadata }: KubeObject): KubeObject {
  const { name, namespace } = metadata ?? {};
  const own = isObject(body.metadata) ? body.metadata : {};
  return {
    apiVersion,
    kind,
    ...body,
    metadata: { ...own, name, ...(namespace && { namespace }) },
  } as KubeObject;
}

/** A server-side apply by somebody, who takes what it states from others. */
export const applies =
  (fieldManager: string, body: JsonObject): Step =>
  (client, object) =>
    client.apply(named(body, object), { fieldManager, force: true });

/** An update by somebody, given as a merge patch: it is owned as a PUT of the same would be. */
export const edits =
  (fieldManager: string, patch: Json, options: WriteOptions = {}): Step =>
  (client, object) =>
    client.merge(object, patch, { fieldManager, ...options });

/** An apply of a number of replicas to the scale subresource. */
export const scales =
  (fieldManager: string, replicas: number): Step =>
  async (client, { apiVersion, kind, metadata = {} }) => {
    const { prefix, plural } = (await client.resource(apiVersion, kind)) ?? {};
    const path = `${prefix}/namespaces/${metadata.namespace}/${plural}/${metadata.name}/scale`;
    const body = { apiVersion: "autoscaling/v1", kind: "Scale", metadata, spec: { replicas } };
    const query = { fieldManager, force: "true" };
    const sent = { body, query, contentType: "application/apply-patch+yaml" };
    return (await client.request("PATCH", path, sent)) as Answer;
  };

/** Nothing but waiting until the server has made something of the object. */
export const waitsFor =
  (isSo: (live: JsonObject) => boolean): Step =>
  (client, object) =>
    vi.waitFor(async () => {
      const answer = await client.get(object);
      expect(isSo(answer.body as JsonObject)).toBe(true);
      return answer;
    });

/** A deletion that waits for a finalizer. */
export const deletes = (): Step => (client, object) => client.delete(object);

/** The first write: created, or applied where the mode is apply. */
export function writeFirst(client: Client, mode: Mode, object: KubeObject): Promise<Answer> {
  return mode === "apply"
    ? client.apply(object, { fieldManager: ME })
    : client.create(object, { fieldManager: ME });
}

/**
 * Desired as a controller without a gate writes it. replace: what it read, with desired's top-level fields in place of
 * live's, and desired's labels and annotations laid over live's. apply and merge: desired itself.
 */
export async function writePlainly(
  client: Client,
  mode: Mode,
  desired: KubeObject,
  live: JsonObject,
  options: WriteOptions,
): Promise<Answer> {
  const by = { fieldManager: ME, ...options };
  if (mode === "apply") return client.apply(desired, { force: true, ...by });
  if (mode === "merge") return client.merge(desired, desired, by);
  const resource = await client.resource(desired.apiVersion, desired.kind);
  return client.replace(laidOver(desired, live, resource?.subresources.includes("status") ?? false), by);
}

function laidOver(desired: KubeObject, live: JsonObject, hasStatus: boolean): KubeObject {
  const { metadata = {}, status, ...fields } = desired;
  const there = isObject(live.metadata) ? live.metadata : {};
  const merged: Record<string, unknown> = { ...there, ...metadata };
  for (const key of ["labels", "annotations"]) {
    if (metadata[key] !== undefined || there[key] !== undefined)
      merged[key] = { ...(there[key] as object), ...(metadata[key] as object) };
  }
  const whole = { ...live, ...fields, metadata: merged };
  return (hasStatus || status === undefined ? whole : { ...whole, status }) as unknown as KubeObject;
}

/** A decision's payload, sent as the decision says. */
export function writePayload(
  client: Client,
  mode: Mode,
  payload: JsonObject,
  object: KubeObject,
  options: WriteOptions,
): Promise<Answer> {
  const sent = payload as unknown as KubeObject;
  const by = { fieldManager: ME, ...options };
  if (mode === "apply") return client.apply(sent, { force: true, ...by });
  return mode === "merge" ? client.merge(object, payload, by) : client.replace(sent, by);
}

/** Applies are forced unless a row says otherwise. */
export const forceOf = (options: { readonly force?: boolean } | undefined): WriteOptions =>
  options?.force === undefined ? {} : { force: options.force };

export function accepted({ code, body }: Answer): void {
  expect(code, String(body.message)).toBeLessThan(300);
}
