import { expect, vi } from "vitest";
import { parseAllDocuments } from "yaml";
import type { Client, KubeObject } from "../../../tools/cluster/types.d.ts";

interface Definition extends KubeObject {
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string };
    readonly versions: readonly { readonly name: string }[];
  };
}

const definitionsIn = (crds: string): readonly Definition[] =>
  parseAllDocuments(crds).flatMap((document) => document.toJS() ?? []);

/** Creates CustomResourceDefinitions, and waits until their kinds can be written. */
export async function serveKinds(client: Client, crds: string): Promise<void> {
  const definitions = definitionsIn(crds);
  for (const definition of definitions) {
    const { code, body } = await client.create(definition);
    expect(code, String(body.message)).toBe(201);
  }
  for (const { spec } of definitions) {
    for (const { name } of spec.versions) {
      const isServed = async () => {
        client.forget();
        expect(await client.resource(`${spec.group}/${name}`, spec.names.kind)).toBeDefined();
      };
      await vi.waitFor(isServed, { timeout: 30_000, interval: 50 });
    }
  }
}

export async function forgetKinds(client: Client, crds: string): Promise<void> {
  for (const definition of definitionsIn(crds)) await client.delete(definition);
}
