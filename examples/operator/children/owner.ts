import type { KubeObject } from "churngate";
import { CACHE, type Cache } from "../cache.js";

/** What the informers select by, so that they keep nothing of others. */
export const MANAGED_BY = { "app.kubernetes.io/managed-by": "cache-operator" } as const;

export const MANAGED_SELECTOR = "app.kubernetes.io/managed-by=cache-operator";

export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
  readonly blockOwnerDeletion?: boolean;
}

type Owned = NonNullable<KubeObject["metadata"]> & { readonly ownerReferences?: readonly OwnerReference[] };

/** The cluster's garbage collector deletes a child whose owner is gone. */
export function ownerReferenceOf({ metadata: { name, uid } }: Cache): OwnerReference {
  return { ...CACHE, name, uid, controller: true, blockOwnerDeletion: true };
}

/** The instance that a child belongs to. */
export function ownerOf(child: KubeObject | undefined): OwnerReference | undefined {
  const metadata: Owned | undefined = child?.metadata;
  const { ownerReferences = [] } = metadata ?? {};
  return ownerReferences.find(({ kind, controller }) => controller === true && kind === CACHE.kind);
}
