import { expect } from "vitest";
import { ApiError } from "../../../src/adapter/port/api-error.js";
import { metadataOf, refOf } from "../../../src/adapter/port/object.js";
import type { ClusterPort } from "../../../src/adapter/port/port.js";
import { createMemoryPort } from "../../../src/adapter/testing/index.js";
import { isObject, type Json, type JsonObject, type KubeObject } from "../../../src/core/json.js";
import { seededKinds, seedsOf } from "../../../tools/probe/seeds.mjs";
import type { Seed } from "../../../tools/probe/types.d.ts";
import { clusterTest, freshNamespace, sharedClient } from "../helper.js";
import { clusterPort } from "../port.js";

/** What becomes of an object beside its values. */
interface Traits {
  readonly generation: Json | undefined;
  readonly movedByLabels: boolean;
  readonly movedByAnnotations: boolean;
  readonly versioned: boolean;
  readonly createdByPut: boolean;
  readonly status: Json | undefined;
}

/** One of each kind; a server does not serve what is alpha or beta unless it is told to. */
const seeds = seededKinds().flatMap(({ group, kind }) => {
  const seed = seedsOf(group, kind).find((each) => each.kind === kind);
  return seed === undefined || /alpha|beta/.test(seed.apiVersion)
    ? []
    : [[`${group}/${kind}`, seed] as const];
});

clusterTest.each(seeds)("%s", async (_name, seed) => {
  const client = sharedClient();
  const isNamespaced = (await client.resource(seed.apiVersion, seed.kind))?.namespaced === true;
  const object = isNamespaced ? inNamespace(seed, await freshNamespace(client)) : stated(seed);
  expect(await traitsOf(createMemoryPort(), object)).toEqual(await traitsOf(clusterPort(client), object));
});

/** The seed as it is created, where others do not write. */
function inNamespace(seed: Seed, fresh: string): KubeObject {
  const { namespace } = seed.metadata;
  const object = stated(seed);
  if (namespace === undefined) return { ...object, metadata: { ...object.metadata, namespace: fresh } };
  return JSON.parse(JSON.stringify(object).replaceAll(`"${namespace}"`, `"${fresh}"`));
}

function stated({ status: _, later: __, fill: ___, ...object }: Seed): KubeObject {
  return object;
}

async function traitsOf(port: ClusterPort, object: KubeObject): Promise<Traits> {
  const put = await refusal(port.replace?.(object, { dryRun: true }));
  const made = (await port.create(object)) as JsonObject;
  const { generation } = metadataOf(made);
  try {
    const ref = refOf(object);
    const unversioned = await refusal(port.replace?.(object, { dryRun: true }));
    const moved = async (part: "labels" | "annotations"): Promise<boolean> => {
      const after = await port.merge?.(ref, { metadata: { [part]: { moved: "yes" } } }, { dryRun: true });
      return metadataOf(after).generation !== generation;
    };
    return {
      generation,
      movedByLabels: await moved("labels"),
      movedByAnnotations: await moved("annotations"),
      versioned:
        unversioned?.details.causes?.some(({ field }) => field === "metadata.resourceVersion") ?? false,
      createdByPut: put?.status !== 404,
      status: timeless(made.status),
    };
  } finally {
    await port.delete?.(refOf(object));
  }
}

async function refusal(sent: Promise<unknown> | undefined): Promise<ApiError | undefined> {
  try {
    await sent;
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** Without a time of the server's own. */
function timeless(status: Json | undefined): Json | undefined {
  if (!isObject(status) || status.lastPhaseTransitionTime === undefined) return status;
  return { ...status, lastPhaseTransitionTime: "<own>" };
}
