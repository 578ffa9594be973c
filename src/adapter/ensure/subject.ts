import type { KubeObject } from "../../core/json.js";
import type { ObjectRef } from "../port/port.js";

/** What one call is about, beside its options. */
export interface Subject {
  readonly ref: ObjectRef;
  readonly desired: KubeObject;
  readonly subresource: "status" | undefined;
  readonly awaited: Awaited;
}

/** What the object needs and the same set makes: it may take a moment, and in a dry run it never comes. */
export interface Awaited {
  readonly kind: boolean;
  readonly namespace: boolean;
}
