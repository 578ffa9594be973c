import { isObject, type Json, type JsonObject, type KubeObject } from "../../core/json.js";
import { apiErrorOf } from "../port/api-error.js";
import { BrokenWatch } from "../port/broken-watch.js";
import type { ListQuery, WatchEvent, WatchOptions } from "../port/port.js";
import type { Api } from "./api.js";
import { placedListPath } from "./path.js";

/** A server that knows bookmarks sends one a minute. */
const SILENCE_MS = 90_000;

/** What becomes of the objects that a query names. */
export async function* watch(
  api: Api,
  { limit: _, ...asked }: ListQuery,
  {
    resourceVersion,
    allowWatchBookmarks,
    timeoutSeconds,
    silenceMs = SILENCE_MS,
    onOpen,
    signal,
  }: WatchOptions,
): AsyncGenerator<WatchEvent, void, undefined> {
  const parameters = {
    watch: "true",
    resourceVersion,
    allowWatchBookmarks: allowWatchBookmarks?.toString(),
    timeoutSeconds: timeoutSeconds?.toString(),
  };
  const lines = await api.served(asked, signal, async (resource) =>
    api.stream({ method: "GET", path: placedListPath(resource, asked, parameters), signal }, { silenceMs }),
  );
  onOpen?.();
  for await (const line of lines) yield eventIn(line);
}

/** @throws ApiError for an ERROR event; BrokenWatch `no-event` */
function eventIn(line: Json): WatchEvent {
  const { type, object }: JsonObject = isObject(line) ? line : {};
  if (type === "ERROR") throw apiErrorOf(codeIn(object), object);
  if (!isType(type) || !isObject(object))
    throw new BrokenWatch("no-event", "a line of the watch is no event");
  return { type, object: object as KubeObject };
}

const TYPES: readonly string[] = ["ADDED", "MODIFIED", "DELETED", "BOOKMARK"];

function isType(type: unknown): type is WatchEvent["type"] {
  return typeof type === "string" && TYPES.includes(type);
}

function codeIn(status: Json | undefined): number {
  const code = isObject(status) ? status.code : undefined;
  return typeof code === "number" ? code : 500;
}
