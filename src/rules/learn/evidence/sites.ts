import { isList, isObject, type Json, type JsonObject, member } from "../../../core/json.js";
import { SERVERS } from "../../top-fields.js";
import type { Steps } from "./steps.js";

/** A value of an object. */
export interface Site {
  readonly steps: Steps;
  readonly value: Json;
}

const MAPS = ["labels", "annotations"] as const;

/** Every value that a write of an object states: its fields but for metadata and status, and its labels and annotations. */
export function sitesOf(object: JsonObject): readonly Site[] {
  const found: Site[] = [];
  for (const key of Object.keys(object)) if (!SERVERS.has(key)) collect([key], member(object, key), found);
  const metadata = member(object, "metadata");
  if (isObject(metadata)) for (const map of MAPS) collect(["metadata", map], member(metadata, map), found);
  return found;
}

function collect(steps: Steps, value: Json | undefined, found: Site[]): void {
  if (value === undefined) return;
  found.push({ steps, value });
  if (isList(value)) {
    for (const [index, item] of value.entries()) collect([...steps, index], item, found);
  } else if (isObject(value))
    for (const key of Object.keys(value)) collect([...steps, key], member(value, key), found);
}

/** What live has beside what desired states, each place the outermost: the server's own, or somebody else's. */
export function filledIn(desired: JsonObject, live: JsonObject): readonly Site[] {
  const found: Site[] = [];
  for (const key of Object.keys(desired))
    if (!SERVERS.has(key)) collectFilled([key], member(desired, key), member(live, key), found);
  return found;
}

function collectFilled(steps: Steps, desired: Json | undefined, live: Json | undefined, found: Site[]): void {
  if (isList(desired) && isList(live)) {
    if (desired.length !== live.length) return;
    for (const [index, item] of desired.entries()) collectFilled([...steps, index], item, live[index], found);
  } else if (isObject(desired) && isObject(live)) {
    for (const key of Object.keys(live)) {
      const [stated, there] = [member(desired, key), member(live, key)];
      if (stated !== undefined) collectFilled([...steps, key], stated, there, found);
      else if (there !== undefined) found.push({ steps: [...steps, key], value: there });
    }
  }
}
