import { expect } from "vitest";
import type { Mode } from "../../../src/core/decision.js";
import type { JsonObject } from "../../../src/core/json.js";
import type { Answer, Client, KubeObject } from "../../../tools/cluster/types.d.ts";
import { differences, ownership } from "./differences.js";
import type { Live, Row, Server } from "./row.js";
import { forceOf, ME, writePlainly } from "./writes.js";

/** Asks the server what the plain write does, and holds that it is what the row says. */
export async function checkServer(
  client: Client,
  row: Row,
  mode: Mode,
  desired: KubeObject,
  live: Live,
): Promise<void> {
  const options = { dryRun: row.moves === undefined, ...forceOf(row.options) };
  const answer = await (row.bare && mode === "replace"
    ? client.replace(desired, { ...options, fieldManager: ME })
    : writePlainly(client, mode, desired, live, options));
  expect(shown(answer, live, row.server)).toEqual(row.server);
  if (row.moves === undefined) return;
  expect(answer.body.metadata.resourceVersion !== live.metadata.resourceVersion).toBe(row.moves);
}

/** An answer in the words of a row. */
export function shown({ code, body }: Answer, live: JsonObject, wanted: Server): unknown {
  const object = body as JsonObject;
  if (code >= 300) {
    const message = String(body.message);
    const says = typeof wanted === "object" && "says" in wanted ? wanted.says : "";
    return { refused: code, says: says !== "" && message.includes(says) ? says : message };
  }
  const changed = differences(live, object);
  if (Object.keys(changed).length > 0) return { changed };
  const moved = JSON.stringify(ownership(live)) !== JSON.stringify(ownership(object));
  return moved ? "own" : "unchanged";
}

/** Holds that the server made of the first write what the row says. */
export function checkStored(row: Row, first: KubeObject, live: Live): void {
  if (row.stored !== undefined) expect(differences(stateless(first), stateless(live))).toEqual(row.stored);
}

/** An object without its status and what every object is given. */
function stateless(object: KubeObject | Live): JsonObject {
  const { status, metadata, ...rest } = object as Live;
  const { uid, creationTimestamp, ...stated } = metadata;
  return { ...rest, metadata: stated };
}
