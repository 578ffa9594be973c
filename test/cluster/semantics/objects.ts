import type { JsonObject } from "../../../src/core/json.js";
import type { Body } from "./writes.js";

/** An object of any kind; the table gives it its name. */
export const object = (
  apiVersion: string,
  kind: string,
  body: JsonObject,
  metadata: JsonObject = {},
): Body => ({
  apiVersion,
  kind,
  metadata,
  ...body,
});

export const configMap = (body: JsonObject, metadata?: JsonObject): Body =>
  object("v1", "ConfigMap", body, metadata);
export const secret = (body: JsonObject, metadata?: JsonObject): Body =>
  object("v1", "Secret", body, metadata);
export const service = (spec: JsonObject, metadata?: JsonObject): Body =>
  object("v1", "Service", { spec }, metadata);

/** A Pod's spec with one container. */
export const podSpec = (pod: JsonObject = {}, container: JsonObject = {}): JsonObject => ({
  containers: [{ name: "web", image: "demo:1.0", ...container }],
  ...pod,
});

/** A Deployment with one container; each argument is laid over what it usually has. */
export const deployment = (spec: JsonObject = {}, pod: JsonObject = {}, container: JsonObject = {}): Body =>
  object("apps/v1", "Deployment", {
    spec: {
      selector: { matchLabels: { app: "demo" } },
      template: { metadata: { labels: { app: "demo" } }, spec: podSpec(pod, container) },
      ...spec,
    },
  });
