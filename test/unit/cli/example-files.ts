import { readFileSync } from "node:fs";
import { event, put } from "../adapter/audit/events.js";
import { manifest } from "./helper.js";

const quickstart = (name: string): string => readFileSync(`examples/quickstart/${name}`, "utf8");
const bundled = (name: string): string => readFileSync(`rules/${name}`, "utf8");

const documented = (name: string): string => readFileSync(`test/documents/${name}`, "utf8");

const definition = (kind: string, plural: string): string =>
  JSON.stringify({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.example.com` },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { kind, plural },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: {
              type: "object",
              properties: {
                spec: { type: "object", properties: { size: { type: "integer", default: 1 } } },
              },
            },
          },
        },
      ],
    },
  });

/** The files that the examples in the commands' help name. An example of a new command may need another. */
export const EXAMPLE_FILES: Readonly<Record<string, string>> = {
  "desired.yaml": quickstart("desired.yaml"),
  "live.yaml": quickstart("live.yaml"),
  "manifests/a.json": manifest("a"),
  "crd.yaml": definition("Widget", "widgets"),
  "crds.yaml": `${definition("Widget", "widgets")}${definition("Cache", "caches")}`,
  "watch.json": documented("watch.json"),
  "audit.json": documented("audit.json"),
  "audit.log": `${event(put(7, 7))}\n`,
  "rules/apps/StatefulSet.json": bundled("apps/StatefulSet.json"),
  "rules/apps/StatefulSet.cases.json": bundled("apps/StatefulSet.cases.json"),
};

/** What examples pipe in, for `-`. */
export const EXAMPLE_INPUT = quickstart("live.yaml");
