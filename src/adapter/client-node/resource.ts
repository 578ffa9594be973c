import type { ObjectRef } from "../port/port.js";

/** How a kind is addressed. */
export interface Resource {
  /** `/api/v1` or `/apis/apps/v1` */
  readonly prefix: string;
  readonly plural: string;
  readonly namespaced: boolean;
}

export type Kind = Pick<ObjectRef, "apiVersion" | "kind">;
