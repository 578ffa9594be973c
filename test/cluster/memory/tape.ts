import { ApiError } from "../../../src/adapter/port/api-error.js";
import type { ClusterPort, ObjectRef, WriteOptions } from "../../../src/adapter/port/port.js";
import { UsageError } from "../../../src/core/errors.js";
import { isList, isObject, type Json, type JsonObject, type KubeObject } from "../../../src/core/json.js";

/** What one request came to. */
export interface Outcome {
  readonly request: string;
  /** The object that answered it, less what no two servers share. */
  readonly object?: Json | undefined;
  /** Without status where it was not sent. */
  readonly error?: { readonly status?: number; readonly reason?: string; readonly fields: readonly string[] };
  /** resourceVersion is another one now. */
  readonly moved?: boolean;
  /** How far the generation went. */
  readonly generations?: number;
}

type Sent = JsonObject & KubeObject;

/** Sends requests through a port, and writes down what each came to. */
export class Tape {
  readonly outcomes: Outcome[] = [];

  constructor(
    private readonly port: ClusterPort,
    readonly namespace: string,
  ) {}

  /** A name of an object without a namespace. */
  global(name: string): string {
    return `${this.namespace}-${name}`;
  }

  create(object: Sent, options?: WriteOptions): Promise<Sent> {
    return this.write("create", object, options, (sent) => this.port.create(sent, options));
  }

  replace(object: Sent, options?: WriteOptions): Promise<Sent> {
    return this.write("replace", object, options, async (sent) => await this.port.replace?.(sent, options));
  }

  apply(object: Sent, manager: string, options: WriteOptions = {}): Promise<Sent> {
    const all = { fieldManager: manager, ...options };
    return this.write("apply", object, all, async (sent) => await this.port.apply?.(sent, all));
  }

  merge(object: Sent, patch: JsonObject, options?: WriteOptions): Promise<Sent> {
    return this.write(
      "merge",
      object,
      options,
      async (sent) => await this.port.merge?.(refOf(sent), patch, options),
    );
  }

  async read(object: Sent): Promise<Sent> {
    const request = "read";
    try {
      const found = await this.live(this.inside(object));
      this.outcomes.push({ request, object: found && shared(found) });
      return (found ?? {}) as Sent;
    } catch (error) {
      this.outcomes.push({ request, error: refusal(error) });
      return {};
    }
  }

  async delete(object: Sent, options?: Parameters<NonNullable<ClusterPort["delete"]>>[1]): Promise<void> {
    const sent = this.inside(object);
    const request = "delete";
    try {
      await this.port.delete?.(refOf(sent), options);
      const left = await this.live(sent);
      this.outcomes.push({ request, object: left && shared(left) });
    } catch (error) {
      this.outcomes.push({ request, error: refusal(error) });
    }
  }

  async list(query: Omit<Parameters<NonNullable<ClusterPort["list"]>>[0], "namespace">): Promise<void> {
    try {
      const found = await this.port.list?.({ ...query, namespace: this.namespace });
      this.outcomes.push({ request: "list", object: (found ?? []).map((each) => shared(each as Sent)) });
    } catch (error) {
      this.outcomes.push({ request: "list", error: refusal(error) });
    }
  }

  private async write(
    verb: string,
    object: Sent,
    options: WriteOptions | undefined,
    send: (sent: Sent) => Promise<KubeObject | undefined>,
  ): Promise<Sent> {
    const sent = this.inside(object);
    const request = [verb, options?.subresource ?? "", options?.dryRun ? "dry run" : ""].join(" ").trim();
    const named = sent.metadata?.name !== undefined;
    try {
      const before = named ? await this.live(sent).catch(() => undefined) : undefined;
      const after = (await send(sent)) as Sent;
      const now = (named ? await this.live(sent) : after) as Sent | undefined;
      this.outcomes.push({
        request,
        object: shared(after),
        moved: versionOf(before) !== versionOf(now),
        generations: generationOf(now) - generationOf(before),
      });
      return after;
    } catch (error) {
      this.outcomes.push({ request, error: refusal(error) });
      return {};
    }
  }

  private async live(object: Sent): Promise<Sent | undefined> {
    return (await this.port.read(refOf(object))) as Sent | undefined;
  }

  private inside(object: Sent): Sent {
    const metadata = object.metadata as JsonObject | undefined;
    const isPlaced = metadata !== undefined && Object.hasOwn(metadata, "namespace");
    if (isPlaced || String(metadata?.name).startsWith(this.namespace)) return object;
    return { ...object, metadata: { ...metadata, namespace: this.namespace } } as Sent;
  }
}

function refOf({ apiVersion, kind, metadata }: Sent): ObjectRef {
  return { apiVersion: String(apiVersion), kind: String(kind), ...metadata, name: String(metadata?.name) };
}

function versionOf(object: Sent | undefined): Json | undefined {
  return (object?.metadata as JsonObject | undefined)?.resourceVersion;
}

function generationOf(object: Sent | undefined): number {
  return Number((object?.metadata as JsonObject | undefined)?.generation ?? 0);
}

function refusal(error: unknown): NonNullable<Outcome["error"]> {
  if (error instanceof UsageError) return { reason: error.code, fields: [error.path ?? ""] };
  if (!(error instanceof ApiError)) throw error;
  const { reason, causes = [] } = error.details;
  return {
    status: error.status,
    ...(reason !== undefined && { reason }),
    fields: [...new Set(causes.map(({ field = "", reason: why = "" }) => `${why} ${field}`))].sort(),
  };
}

const OWN = new Set(["uid", "resourceVersion", "creationTimestamp", "deletionTimestamp", "time"]);
const ALLOTTED = new Set(["clusterIP", "nodePort", "healthCheckNodePort", "lastPhaseTransitionTime"]);

/** An object without what each server numbers by itself; it shows only that it is there. */
function shared(object: Sent): Json {
  const { uid } = (object.metadata ?? {}) as JsonObject;
  return mask(object, "", typeof uid === "string" ? uid : "-") as Json;
}

function mask(value: Json | undefined, key: string, uid: string): Json | undefined {
  if (typeof value === "string" && value.includes(uid)) return value.replaceAll(uid, "<uid>");
  if (OWN.has(key) || (ALLOTTED.has(key) && value !== "None"))
    return typeof value === "object" ? value : "<own>";
  if (key === "clusterIPs" && isList(value)) return value.map((each) => (each === "None" ? each : "<own>"));
  if (key === "managedFields" && isList(value)) {
    const entries = value.map((entry) => mask(entry, "", uid) ?? null);
    return entries.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  }
  if (isList(value)) return value.map((item) => mask(item, "", uid) ?? null);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .map(([name, each]) => [name, mask(each, name, uid) ?? null]),
  );
}

function nameOf(entry: Json): string {
  const { manager, operation, subresource } = isObject(entry) ? entry : {};
  return [manager, operation, subresource].join(" ");
}

/** Where two values differ, as paths. */
export function differences(a: unknown, b: unknown, path = ""): readonly string[] {
  if (Object.is(a, b)) return [];
  const bothLists = Array.isArray(a) && Array.isArray(b);
  if (
    typeof a !== "object" ||
    typeof b !== "object" ||
    a === null ||
    b === null ||
    Array.isArray(a) !== Array.isArray(b)
  )
    return [path];
  if (bothLists && a.length !== b.length) return [path];
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].flatMap((key) =>
    differences((a as JsonObject)[key], (b as JsonObject)[key], path === "" ? key : `${path}/${key}`),
  );
}
