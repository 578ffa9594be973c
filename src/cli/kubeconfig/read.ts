import { readFileSync } from "node:fs";
import { isList, isObject, type Json, type JsonObject, member } from "../../core/json.js";
import { CommandError } from "../errors.js";
import { InputError, parseText } from "../input/index.js";
import { decodeText } from "../input/text.js";

/** One file of a kubeconfig: its entries by name. */
export interface Kubeconfig {
  readonly path: string;
  readonly current: string | undefined;
  readonly contexts: ReadonlyMap<string, JsonObject>;
  readonly clusters: ReadonlyMap<string, JsonObject>;
  readonly users: ReadonlyMap<string, JsonObject>;
}

/**
 * Reads one file; undefined where there is none.
 * @throws CommandError `bad-kubeconfig` with the place. Lines of the file are not shown: they may hold credentials.
 */
export async function readKubeconfig(path: string): Promise<Kubeconfig | undefined> {
  const bytes = bytesOf(path);
  if (bytes === undefined) return undefined;
  const value = await parsed(bytes, path);
  const current = textMember(value, "current-context");
  return {
    path,
    current,
    contexts: entriesOf(value, "contexts", "context", path),
    clusters: entriesOf(value, "clusters", "cluster", path),
    users: entriesOf(value, "users", "user", path),
  };
}

function bytesOf(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw wrong(path, `the kubeconfig cannot be read (${String(code)})`);
  }
}

async function parsed(bytes: Uint8Array, path: string): Promise<JsonObject> {
  try {
    const [read] = await parseText(decodeText(bytes, path), path);
    const value = read?.value ?? {};
    if (isObject(value)) return value;
  } catch (cause) {
    if (!(cause instanceof InputError)) throw cause;
    const place = [path, cause.line, cause.column].filter((part) => part !== undefined).join(":");
    throw wrong(place, `not a kubeconfig: ${said(cause)}`);
  }
  throw wrong(path, "not a kubeconfig");
}

/** What is wrong, without anything that the file says. */
function said({ code, message }: InputError): string {
  if (code === "bad-yaml") return "not valid YAML";
  return code === "bad-json" || code === "too-large" || code === "not-text" ? message : code;
}

function entriesOf(
  config: JsonObject,
  list: string,
  part: string,
  path: string,
): ReadonlyMap<string, JsonObject> {
  const items = member(config, list) ?? [];
  if (!isList(items)) throw wrong(path, `${list} is not a list`);
  const entries = new Map<string, JsonObject>();
  items.forEach((item: Json, index) => {
    const name = isObject(item) ? textMember(item, "name") : undefined;
    const value = (isObject(item) ? member(item, part) : undefined) ?? {};
    if (name === undefined) throw wrong(path, `${list}[${index}] has no name`);
    if (!isObject(value)) throw wrong(path, `${list}[${index}].${part} is not an object`);
    // As for kubectl, the last of the same name in one file holds.
    entries.set(name, value);
  });
  return entries;
}

/** A member that is a text, and not an empty one. */
export function textMember(object: JsonObject, key: string): string | undefined {
  const value = member(object, key);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** What is wrong with a kubeconfig, and where. */
export function wrong(place: string | undefined, message: string, hint?: string): CommandError {
  return new CommandError("bad-kubeconfig", message, hint, place);
}
