import type { ObjectRef } from "../../../src/adapter/port/port.js";
import type { KubeObject } from "../../../src/core/json.js";

export interface ConfigMap extends KubeObject {
  readonly data?: Readonly<Record<string, string>>;
}

export function configMap(
  { apiVersion, kind, namespace, name }: ObjectRef,
  data: Record<string, string>,
  metadata: object = {},
): ConfigMap {
  return {
    apiVersion,
    kind,
    metadata: { name, namespace, ...metadata },
    data,
  } as ConfigMap;
}
