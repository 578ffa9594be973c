import { type ChurnCounter, type CompareVersions, writeOf } from "../../adapter/churn/index.js";
import { readJson } from "../../adapter/exact-json.js";
import { metadataOf, versionOf } from "../../adapter/port/object.js";
import { printJson } from "../../adapter/print-json.js";
import type { KindEvent } from "../../adapter/watch/types.js";
import { isObject, type JsonObject } from "../../core/json.js";
import type { LastVersions } from "./last-versions.js";

/** Turns the events of watches into counted updates. */
export class Observing {
  /** Times that an object moved on without each update being seen: after a list anew, or since its last version was let go of. */
  missed = 0;

  constructor(
    private readonly versions: LastVersions,
    private readonly counter: ChurnCounter,
    private readonly compareVersions: CompareVersions,
  ) {}

  /** @param at when it was seen, in milliseconds since 1970 */
  take({ type, object }: KindEvent, at: number): void {
    if (!isObject(object)) return;
    const ref = refIn(object);
    const key = `${ref.apiVersion}|${ref.kind}|${ref.namespace ?? ""}|${ref.name}`;
    if (type === "deleted") {
      this.versions.delete(key);
      this.counter.interrupt(ref);
      return;
    }
    if (type === "modified") this.modified(key, object, at);
    else if (type === "relisted") this.miss(object);
    else this.counter.interrupt(ref);
    this.versions.set(key, printJson(object) ?? "");
  }

  private modified(key: string, after: JsonObject, at: number): void {
    const text = this.versions.get(key);
    const before = text === undefined ? undefined : readJson(text);
    // Not remembered; or deleted and made anew, of which the deletion was not seen.
    if (!isObject(before) || metadataOf(before).uid !== metadataOf(after).uid) this.miss(after);
    else if (versionOf(before) !== versionOf(after))
      this.counter.add(writeOf(after, this.compareVersions(before, after), at));
  }

  private miss(object: JsonObject): void {
    this.missed++;
    this.counter.interrupt(refIn(object));
  }
}

function refIn(object: JsonObject) {
  const { namespace, name } = metadataOf(object);
  return {
    apiVersion: String(object.apiVersion),
    kind: String(object.kind),
    ...(typeof namespace === "string" && { namespace }),
    name: String(name),
  };
}
