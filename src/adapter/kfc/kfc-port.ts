import { modelToGroupVersionKind } from "kubernetes-fluent-client";
import type { KubeObject } from "../../core/json.js";
import { apiPort, type CompletePort } from "../client-node/api-port.js";
import { type ClientNodePortOptions, transportOver } from "../client-node/client-node-port.js";
import type { KubeConfigLike } from "../client-node/kube-config.js";
import { toWire as wireOf } from "../client-node/to-wire.js";
import type { ObjectRef } from "../port/port.js";

export interface KfcPortOptions extends ClientNodePortOptions {
  /** Unless given, what kubernetes-fluent-client uses: the default one of its client-node. */
  readonly kubeConfig?: KubeConfigLike;
}

/**
 * A cluster as kubernetes-fluent-client reaches it: over the default KubeConfig, with the kinds that it knows or that were
 * registered with it. Its fluent calls themselves are not used: `K8s(Kind).Apply` always applies as the field manager pepr,
 * none of them takes a dry run or a signal, there is no PUT, each loads the KubeConfig anew and leaves out its proxy and
 * impersonation, and what is passed in is changed. So `K8s(...)` and this port can be used side by side, on one cluster.
 */
export function kfcPort({ kubeConfig, ...options }: KfcPortOptions = {}): CompletePort {
  return apiPort(transportOver(kubeConfig, options), toWire);
}

/**
 * As toWire of churngate/client-node; an instance of a registered kind, or of one of `kind`, says itself what it is.
 * @throws UsageError as there
 */
export function toWire(object: unknown, kind?: Pick<ObjectRef, "apiVersion" | "kind">): KubeObject {
  return wireOf(object, kind ?? registered(object));
}

/** What an instance's class is registered as. */
function registered(object: unknown): Pick<ObjectRef, "apiVersion" | "kind"> | undefined {
  if (typeof object !== "object" || object === null) return undefined;
  const { constructor: model } = Object.getPrototypeOf(object) ?? {};
  // A class may be called as Object's own members are; the registry is a plain object.
  const known = typeof model === "function" ? modelToGroupVersionKind(model.name) : undefined;
  if (typeof known?.kind !== "string" || known.version === undefined) return undefined;
  return {
    apiVersion: known.group === "" ? known.version : `${known.group}/${known.version}`,
    kind: known.kind,
  };
}
