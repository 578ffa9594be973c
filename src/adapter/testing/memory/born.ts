import { isList, isObject, type Json, type JsonObject, put } from "../../../core/json.js";
import { metadataOf } from "../../port/object.js";
import type { Kind } from "./kinds.js";
import { withMetadata } from "./with-metadata.js";

/** Numbers that the server hands out, one after the other. */
export interface Numbers {
  next(what: "uid" | "name" | "address" | "port"): number;
}

const LETTERS = "bcdfghjklmnpqrstvwxz2456789";

/** What stands behind generateName. */
export function suffix(numbers: Numbers): string {
  let rest = numbers.next("name");
  let text = "";
  for (let at = 0; at < 5; at++) {
    text = LETTERS.charAt(rest % LETTERS.length) + text;
    rest = Math.floor(rest / LETTERS.length);
  }
  return text;
}

export function uid(numbers: Numbers): string {
  return `00000000-0000-4000-8000-${String(numbers.next("uid")).padStart(12, "0")}`;
}

/** A new object with what the server itself gives it: addresses and ports, a Job's selector, finalizers, its first status. */
export function born(kind: Kind, object: JsonObject, numbers: Numbers): JsonObject {
  const given = kind.group === "" && kind.kind === "Service" ? addressed(object, numbers) : object;
  const made = kind.group === "batch" && kind.kind === "Job" ? labelled(given) : given;
  return withStatus(kind, withFinalizers(kind, namespaced(kind, made)));
}

function withStatus(kind: Kind, object: JsonObject): JsonObject {
  const { status } = kind.traits;
  if (status === undefined || kind.facts?.statusSubresource !== true) return object;
  const stated = isObject(object.status) ? object.status : {};
  return { ...object, status: { ...stated, ...status, ...firstStatus(kind, object) } };
}

/** Status that depends on the object. Source: strategy.go PrepareForCreate of each kind. */
function firstStatus({ kind }: Kind, object: JsonObject): JsonObject {
  if (kind === "PersistentVolume") {
    const { creationTimestamp } = metadataOf(object);
    return creationTimestamp === undefined ? {} : { lastPhaseTransitionTime: creationTimestamp };
  }
  if (kind !== "CustomResourceDefinition") return {};
  const { versions } = isObject(object.spec) ? object.spec : {};
  const stored = (isList(versions) ? versions : [])
    .filter(isObject)
    .filter(({ storage }) => storage === true);
  return { storedVersions: stored.flatMap(({ name }) => (name === undefined ? [] : [name])) };
}

function withFinalizers({ facts }: Kind, object: JsonObject): JsonObject {
  const added = facts?.serverFinalizers ?? [];
  if (added.length === 0) return object;
  const { finalizers } = metadataOf(object);
  const stated = isList(finalizers) ? finalizers : [];
  return withMetadata(object, { finalizers: [...stated, ...added.filter((name) => !stated.includes(name))] });
}

function namespaced({ group, kind }: Kind, object: JsonObject): JsonObject {
  if (group !== "" || kind !== "Namespace") return object;
  const spec = isObject(object.spec) ? object.spec : {};
  return { ...object, spec: { ...spec, finalizers: spec.finalizers ?? ["kubernetes"] } };
}

/** Source: registry/core/service/storage alloc.go; addresses of one family, from 10.0.0.0/16. */
function addressed(object: JsonObject, numbers: Numbers): JsonObject {
  const spec: Record<string, Json | undefined> = { ...(isObject(object.spec) ? object.spec : {}) };
  const type = spec.type ?? "ClusterIP";
  if (type === "ExternalName") return object;
  if (spec.clusterIP === undefined) {
    const at = numbers.next("address");
    spec.clusterIP = `10.0.${Math.floor(at / 250) % 250}.${(at % 250) + 1}`;
  }
  spec.clusterIPs ??= [spec.clusterIP];
  spec.ipFamilies ??= ["IPv4"];
  spec.ipFamilyPolicy ??= "SingleStack";
  const ports =
    type === "NodePort" || (type === "LoadBalancer" && spec.allocateLoadBalancerNodePorts !== false);
  if (ports && isList(spec.ports)) {
    spec.ports = spec.ports.map((port) =>
      isObject(port) && port.nodePort === undefined
        ? { ...port, nodePort: 30000 + (numbers.next("port") % 2768) }
        : port,
    );
  }
  if (type === "LoadBalancer" && spec.externalTrafficPolicy === "Local")
    spec.healthCheckNodePort ??= 30000 + (numbers.next("port") % 2768);
  return { ...object, spec: spec as JsonObject };
}

/** Source: registry/batch/job/strategy.go generateSelector. */
function labelled(object: JsonObject): JsonObject {
  const spec = isObject(object.spec) ? object.spec : {};
  if (spec.manualSelector === true) return object;
  const { name, uid: own } = metadataOf(object);
  const template = isObject(spec.template) ? spec.template : {};
  const { labels } = metadataOf(template);
  const all: Record<string, Json | undefined> = { ...(isObject(labels) ? labels : {}) };
  for (const prefix of ["", "batch.kubernetes.io/"]) {
    put(all, `${prefix}controller-uid`, own);
    put(all, `${prefix}job-name`, name);
  }
  const selector = { matchLabels: { "batch.kubernetes.io/controller-uid": own } };
  return {
    ...object,
    spec: { ...spec, selector, template: withMetadata(template, { labels: all as JsonObject }) },
  };
}
