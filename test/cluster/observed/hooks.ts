import { isObject, type JsonObject } from "../../../src/core/json.js";

export const DEPLOYMENT = { group: "apps", kind: "Deployment" } as const;

export function podOf(object: JsonObject): JsonObject {
  const { spec } = object as { spec: { template: { spec: JsonObject } } };
  return spec.template.spec;
}

export function names(list: unknown): readonly unknown[] {
  return Array.isArray(list) ? list.map((item) => (isObject(item) ? item.name : item)) : [];
}

export const firstContainer = (object: JsonObject): JsonObject =>
  (podOf(object).containers as unknown as readonly JsonObject[])[0] as JsonObject;

/** A label that a policy adds. */
export const injected = (object: JsonObject): boolean => {
  const { metadata } = object as { metadata: { labels?: JsonObject } };
  return metadata.labels?.injected === "yes";
};

/** CEL: a JSONPatch that injects a container, and whether it is yet to be injected. */
export const SIDECAR = {
  patch:
    'JSONPatch{op: "add", path: "/spec/template/spec/containers/-", value: Object.spec.template.spec.containers{name: "proxy", image: "proxy:1"}}',
  onlyIf: '!object.spec.template.spec.containers.exists(c, c.name == "proxy")',
} as const;

/** CEL: of anybody but a service account. */
export const NOT_OF_PEOPLE = '!request.userInfo.username.startsWith("system:serviceaccount:")';
