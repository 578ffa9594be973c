import type { JsonObject, KubeObject } from "../../../src/core/json.js";
import type { Tape } from "./tape.js";

export type Sent = JsonObject & KubeObject;

/** Requests that are sent to the server and to the port in memory. */
export interface Row {
  readonly name: string;
  readonly run: (tape: Tape) => Promise<unknown>;
  /** Where the port in memory is known to answer otherwise, and why: each difference lies at one of the places, and each place has one. */
  readonly differs?: { readonly why: string; readonly at: readonly RegExp[] };
}

export function object(
  apiVersion: string,
  kind: string,
  name: string,
  body: JsonObject,
  meta: JsonObject = {},
): Sent {
  return { apiVersion, kind, metadata: { name, ...meta }, ...body } as Sent;
}

export const configMap = (data: JsonObject, meta: JsonObject = {}): Sent =>
  object("v1", "ConfigMap", "settings", { data }, meta);

export const template = (container: JsonObject = {}, spec: JsonObject = {}): JsonObject => ({
  metadata: { labels: { app: "web" } },
  spec: { containers: [{ name: "web", image: "web:1", ...container }], ...spec },
});

export const deployment = (spec: JsonObject = {}, container: JsonObject = {}, meta: JsonObject = {}): Sent =>
  object(
    "apps/v1",
    "Deployment",
    "web",
    { spec: { selector: { matchLabels: { app: "web" } }, template: template(container), ...spec } },
    meta,
  );

export const service = (spec: JsonObject, meta: JsonObject = {}): Sent =>
  object(
    "v1",
    "Service",
    "web",
    { spec: { selector: { app: "web" }, ports: [{ port: 80 }], ...spec } },
    meta,
  );
