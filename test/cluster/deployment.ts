import type { JsonObject } from "../../src/core/json.js";

export const WEB: JsonObject = { name: "web", image: "web:1", env: [{ name: "A", value: "1" }] };

type Deployment = JsonObject & {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels: Readonly<Record<string, string>>;
  };
};

/** A Deployment that states little, with a namespace if one is given. */
export function deployment(
  name: string,
  namespace?: string,
  containers: readonly JsonObject[] = [WEB],
): Deployment {
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name, labels: { app: name }, ...(namespace !== undefined && { namespace }) },
    spec: {
      replicas: 2,
      selector: { matchLabels: { app: name } },
      template: { metadata: { labels: { app: name } }, spec: { containers } },
    },
  };
}
