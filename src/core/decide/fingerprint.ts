import { isObject, type Json, type JsonObject } from "../json.js";
import { canonicalFields, type RootShape } from "../plan/root.js";
import { cloneWire } from "../wire.js";

/** Gives the hexadecimal digest of a text; for fingerprints and for showing secrets. */
export type HashFunction = (text: string) => string;

/** Desired cannot be fingerprinted: the hash function failed, or desired is no JSON. */
export class UnhashableError extends Error {
  override readonly name = "UnhashableError";
}

/** 160 bits are enough against chance, and short enough for an annotation. */
const HEX_DIGITS = 40;

/**
 * The fingerprint of desired's owned fields: `h1-` and 40 hexadecimal digits. Canonical by type only,
 * never by defaults, so that new facts do not rewrite a fleet.
 * @throws UnhashableError
 */
export function fingerprint(shape: RootShape, desired: JsonObject, hash: HashFunction): string {
  try {
    const canonical = cloneWire(canonicalFields(shape, desired));
    const digest = hash(textOf(canonical));
    return `h1-${digest.slice(0, HEX_DIGITS)}`;
  } catch (error) {
    throw new UnhashableError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function textOf(canonical: Json): string {
  try {
    return JSON.stringify(canonical);
  } catch {
    return JSON.stringify(canonical, digits); // a bigint; to ask for each value takes three times as long
  }
}

function digits(_key: string, value: unknown): unknown {
  if (typeof value !== "bigint") return value;
  return Number.isSafeInteger(Number(value)) ? Number(value) : { integer: String(value) };
}

/** The object with a fingerprint among its annotations; undefined takes it away. */
export function recordFingerprint(
  object: JsonObject,
  annotation: string,
  value: Json | undefined,
): JsonObject {
  const metadata = isObject(object.metadata) ? object.metadata : {};
  const annotations = isObject(metadata.annotations) ? metadata.annotations : {};
  return { ...object, metadata: { ...metadata, annotations: { ...annotations, [annotation]: value } } };
}

/** The fingerprint that live records, if any. */
export function recordedFingerprint(live: JsonObject, annotation: string): Json | undefined {
  const metadata = isObject(live.metadata) ? live.metadata : {};
  return isObject(metadata.annotations) ? metadata.annotations[annotation] : undefined;
}
