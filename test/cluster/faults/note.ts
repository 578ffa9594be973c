import { setTimeout as wait } from "node:timers/promises";
import type { ObjectRef } from "../../../src/adapter/port/port.js";
import type { Client } from "../../../tools/cluster/types.d.ts";
import { definitionOf } from "../../custom-resource-definition.js";

const group = "faults.example.com";
const schema = { "x-kubernetes-preserve-unknown-fields": true };

/** A ref in a kind that a server has to be asked for, unlike its own; the kind is served when this returns. */
export async function noteLike(ref: ObjectRef, client: Client): Promise<ObjectRef> {
  const definition = definitionOf({
    group,
    kind: "Note",
    plural: "notes",
    schema,
    subresources: { status: {} },
  });
  const { code, body } = await client.create(definition as never);
  if (code !== 201 && code !== 409) throw new Error(body.message);
  while ((await client.request("GET", `/apis/${group}/v1/notes`)).code !== 200) await wait(20);
  return { ...ref, apiVersion: `${group}/v1`, kind: "Note" };
}
