import { dirname, isAbsolute, resolve } from "node:path";
import { isObject, type JsonObject, member } from "../../core/json.js";
import { textMember } from "./read.js";

const CLUSTER_PATHS = ["certificate-authority"];
const USER_PATHS = ["client-certificate", "client-key", "tokenFile"];

/** A cluster's entry, its file names relative to the kubeconfig made absolute. */
export function absoluteCluster(cluster: JsonObject, file: string): JsonObject {
  return absolute(cluster, CLUSTER_PATHS, file);
}

/** The same of a user's; a credential plugin too is relative to the file where its name has a folder. */
export function absoluteUser(user: JsonObject, file: string): JsonObject {
  const exec = member(user, "exec");
  const command = isObject(exec) ? textMember(exec, "command") : undefined;
  const named = absolute(user, USER_PATHS, file);
  if (!isObject(exec) || command === undefined || !/[/\\]/.test(command)) return named;
  return { ...named, exec: absolute(exec, ["command"], file) };
}

function absolute(entry: JsonObject, keys: readonly string[], file: string): JsonObject {
  const found = keys.flatMap((key): [string, string][] => {
    const path = textMember(entry, key);
    return path === undefined || isAbsolute(path) ? [] : [[key, resolve(dirname(file), path)]];
  });
  return { ...entry, ...Object.fromEntries(found) };
}
