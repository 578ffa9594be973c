import { groupVersionOf } from "../../core/decide/identity.js";
import { concealed } from "../../core/decide/shown.js";
import type { FactSource } from "../../core/facts.js";
import { isList, isObject, type Json, type JsonObject, member, setMember } from "../../core/json.js";
import { type Path, parsePath } from "../../core/path.js";
import type { Sensitive } from "../../core/sensitive.js";
import { secretDigest } from "../../rules/digest.js";
import type { Manifest } from "../input/index.js";
import { SECRET_FIELDS } from "../objects/secret-fields.js";

/** Where kubectl keeps a whole object, a Secret's values among it. */
const LAST_APPLIED = "metadata.annotations[kubectl.kubernetes.io/last-applied-configuration]";

/** The paths of a kind whose values are not shown, with the annotation that repeats them. */
export function sensitivePaths({ apiVersion, kind }: Manifest, facts: FactSource): readonly string[] {
  const { group, version } = groupVersionOf(apiVersion);
  const known = facts.kind(group, version, kind)?.sensitive ?? [];
  const paths = kind === "Secret" && group === "" ? [...new Set([...known, ...SECRET_FIELDS])] : known;
  return paths.length === 0 ? [] : [...paths, LAST_APPLIED];
}

/** A copy of an object in which the values at these paths are digests. */
export function redact(object: JsonObject, paths: readonly string[]): JsonObject {
  return paths.reduce((value: Json, path) => hide(value, parsePath(path)), object) as JsonObject;
}

/** Values at and below a path; a map's keys stay to be read. */
function hide(value: Json, path: Path): Json {
  const [step, ...rest] = path;
  if (step === undefined) return hideAll(value);
  if (step.kind === "key") {
    const found = isObject(value) ? member(value, step.key) : undefined;
    return isObject(value) && found !== undefined ? replaced(value, step.key, hide(found, rest)) : value;
  }
  return isList(value) ? value.map((item) => hide(item, rest)) : value;
}

function hideAll(value: Json): Json {
  if (isList(value)) return value.map(hideAll);
  if (!isObject(value)) return digestOf(value).toJSON();
  const hidden: Record<string, Json> = {};
  for (const key of Object.keys(value)) setMember(hidden, key, hideAll(member(value, key) ?? null));
  return hidden;
}

function replaced(object: JsonObject, key: string, value: Json): JsonObject {
  const copy: Record<string, Json | undefined> = { ...object };
  setMember(copy, key, value);
  return copy;
}

/** A value as a decision shows it: by a short digest. */
export function digestOf(value: Json): Sensitive {
  return concealed(value, secretDigest);
}
