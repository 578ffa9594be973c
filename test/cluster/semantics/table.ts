import { afterAll, beforeAll } from "vitest";
import type { Mode } from "../../../src/core/decision.js";
import { isObject } from "../../../src/core/json.js";
import type { FactData } from "../../../src/index.js";
import type { Client, KubeObject } from "../../../tools/cluster/types.d.ts";
import { factsOfText } from "../../definitions.js";
import { clusterTest, freshPlace, given } from "../helper.js";
import { check } from "./check.js";
import { forgetKinds, serveKinds } from "./custom-kinds.js";
import type { Row, Surroundings } from "./row.js";
import { accepted, type Body, named } from "./writes.js";

let count = 0;

/** What is checked of one row, in one mode, with an object of its own. */
type Check<R> = (client: Client, row: R, mode: Mode, place: KubeObject, facts: FactData) => Promise<void>;

export function table(rows: readonly Row[], around: Surroundings = {}): void {
  tableOf(rows, around, { prefix: "row", bodyOf: ({ first }) => first, check });
}

/** A test for each row and mode, on an object of its own, whose name starts with the prefix unless the body has one. */
export function tableOf<R extends Pick<Row, "name" | "modes">>(
  rows: readonly R[],
  { around = [], crds = "" }: Surroundings,
  of: { readonly prefix: string; readonly bodyOf: (row: R) => Body; readonly check: Check<R> },
): void {
  const facts = factsOfText(crds);
  let client: Client;
  let namespace: string;
  beforeAll(async () => {
    if (!given) return;
    ({ client, namespace } = await freshPlace());
    await serveKinds(client, crds);
    for (const [index, body] of around.entries())
      accepted(await client.create(named(body, await placeOf(client, body, `around-${index}`, namespace))));
  });
  afterAll(async () => {
    if (!given) return;
    await forgetKinds(client, crds);
    client.close();
  });
  for (const row of rows) {
    for (const mode of row.modes) {
      const name = `${of.prefix}-${count++}`;
      clusterTest(`${row.name} (${mode})`, async () => {
        const place = await placeOf(client, of.bodyOf(row), name, namespace);
        try {
          await of.check(client, row, mode, place, facts);
        } finally {
          await remove(client, place);
        }
      });
    }
  }
}

/** An object's name, which it may state itself, and namespace. */
export async function placeOf(
  client: Client,
  body: Body,
  name: string,
  namespace: string,
): Promise<KubeObject> {
  const { apiVersion, kind, metadata } = body;
  const resource = await client.resource(apiVersion, kind);
  const stated = isObject(metadata) && typeof metadata.name === "string" ? metadata.name : name;
  return { apiVersion, kind, metadata: { name: stated, ...(resource?.namespaced && { namespace }) } };
}

/** Deletes it for good, whatever finalizer it has. */
export async function remove(client: Client, place: KubeObject): Promise<void> {
  await client.merge(place, { metadata: { finalizers: null } });
  await client.delete(place);
}
