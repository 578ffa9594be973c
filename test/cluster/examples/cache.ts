import { vi } from "vitest";
import { ApiError } from "../../../src/adapter/port/api-error.js";
import { keyOf, refOf } from "../../../src/adapter/port/object.js";
import type { ClusterPort, ListQuery } from "../../../src/adapter/port/port.js";
import type { KubeObject } from "../../../src/core/json.js";

/** What an operator's informers hold. It is filled by somebody else's lists: a watch costs an operator no request a pass. */
export class Cache {
  private readonly objects = new Map<string, KubeObject>();

  constructor(
    private readonly port: ClusterPort,
    private readonly namespace: string,
  ) {}

  /** The object as the server holds it, or did when this was last filled. */
  get(object: KubeObject): KubeObject | undefined {
    return this.objects.get(keyOf(refOf(object)));
  }

  /** Takes up what the server holds of the kinds of these objects now. */
  async fill(desired: readonly KubeObject[]): Promise<void> {
    const kinds = new Map(desired.map((each) => [`${each.apiVersion} ${each.kind}`, refOf(each)]));
    this.objects.clear();
    for (const { apiVersion, kind, namespace } of kinds.values()) {
      const query = { apiVersion, kind, ...(namespace !== undefined && { namespace: this.namespace }) };
      for (const item of await this.listed(query)) this.objects.set(keyOf(refOf(item)), item);
    }
  }

  /** Of a kind that is not served yet there is nothing; what is only not to be had yet is waited for. */
  private async listed(query: ListQuery): Promise<readonly KubeObject[]> {
    const asked = async (): Promise<readonly KubeObject[] | undefined> => {
      try {
        return await this.port.list?.(query);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        this.port.forget?.();
        if (error.status === 404) return [];
        return undefined;
      }
    };
    return vi.waitUntil(asked, { timeout: 30_000, interval: 20 });
  }
}
