// A PUT by a known manager: labels and annotations of ours that desired no longer states go, where facts or a rule name some, too.
import type { JsonObject } from "../../../src/core/json.js";
import { GONE } from "./differences.js";
import { configMap, object, podSpec } from "./objects.js";
import type { Live, Row, Server } from "./row.js";
import { table } from "./table.js";
import { type Body, edits, ME } from "./writes.js";

type Metadata = Readonly<Record<"labels" | "annotations", JsonObject>>;
type Made = (metadata: Partial<Metadata>) => Body;

const template = { metadata: { labels: { app: "demo" } }, spec: podSpec() };
const once = { ...template, spec: podSpec({ restartPolicy: "Never" }) };
const claimed = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };
const scaled = {
  scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" },
  maxReplicas: 3,
  metrics: [
    { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 60 } } },
  ],
};

/** Every kind that is served and whose facts name labels or annotations, and one whose rule does. */
const kinds: Readonly<Record<string, { readonly made: Made; readonly rule?: Row["rule"] }>> = {
  Namespace: { made: (metadata) => object("v1", "Namespace", {}, metadata) },
  ReplicationController: {
    made: (metadata) => object("v1", "ReplicationController", { spec: { template } }, metadata),
  },
  Job: { made: (metadata) => object("batch/v1", "Job", { spec: { template: once } }, metadata) },
  DaemonSet: {
    made: (metadata) =>
      object(
        "apps/v1",
        "DaemonSet",
        { spec: { selector: { matchLabels: { app: "demo" } }, template } },
        metadata,
      ),
  },
  PersistentVolumeClaim: {
    made: (metadata) => object("v1", "PersistentVolumeClaim", { spec: claimed }, metadata),
  },
  HorizontalPodAutoscaler: {
    made: (metadata) => object("autoscaling/v2", "HorizontalPodAutoscaler", { spec: scaled }, metadata),
  },
  "ConfigMap with a rule": {
    made: (metadata) => configMap({ data: { a: "1" } }, metadata),
    rule: {
      strategy: "exact",
      ignore: [{ path: "metadata.annotations[x.io/ignored]" }, { path: "metadata.labels[ignored]" }],
    },
  },
};

/** What its only writer PUTs, with what the server refuses to lose. */
const rewritten = (made: Body) => (live: Live) =>
  ({
    ...made,
    ...(made.kind === "Job" && { spec: live.spec }),
    metadata: {
      ...(made.metadata as JsonObject),
      ...(live.metadata.finalizers && { finalizers: live.metadata.finalizers }),
    },
  }) as Body;

const rows = Object.entries(kinds).flatMap(([name, { made, rule }]): readonly Row[] => {
  const row = (what: string, first: Metadata | object, desired: Metadata | object, server: Server): Row => ({
    name: `${name}: ${what}`,
    modes: ["replace"],
    first: made(first),
    desired: rewritten(made(desired)),
    bare: true,
    server,
    options: { fieldManager: ME },
    ...(rule !== undefined && { rule }),
  });
  const both = { labels: { a: "1", b: "2" }, annotations: { "x.io/a": "1", "x.io/b": "2" } };
  const { labels, annotations } = both;
  return [
    row("no metadata, as created", {}, {}, "unchanged"),
    row("labels and annotations, as created", both, both, "unchanged"),
    row(
      "a label is gone",
      both,
      { labels: { a: "1" }, annotations },
      { changed: { "metadata.labels.b": GONE } },
    ),
    row(
      "an annotation is gone",
      both,
      { labels, annotations: { "x.io/a": "1" } },
      { changed: { "metadata.annotations[x.io/b]": GONE } },
    ),
    {
      name: `${name}: another's label and annotation stay`,
      modes: ["replace"],
      first: made(both),
      desired: rewritten(made(both)),
      meanwhile: [edits("other", { metadata: { labels: { c: "3" }, annotations: { "x.io/c": "3" } } })],
      server: "unchanged",
      options: { fieldManager: ME },
      ...(rule !== undefined && { rule }),
    },
  ];
});
table(rows);

const storageClass = "volume.beta.kubernetes.io/storage-class";
const controller = kinds.ReplicationController?.made as Made;
const claim = kinds.PersistentVolumeClaim?.made as Made;
const by = (row: Omit<Row, "modes" | "options" | "bare">): Row => ({
  modes: ["replace"],
  bare: true,
  options: { fieldManager: ME },
  ...row,
  desired: rewritten(row.desired as Body),
});
table([
  by({
    name: "the last label is gone, and the template's take its place",
    first: controller({ labels: { a: "1" } }),
    desired: controller({}),
    server: { changed: { "metadata.labels.a": GONE, "metadata.labels.app": "demo" } },
  }),
  by({
    name: "the only annotation is gone, which is immutable",
    first: claim({ annotations: { [storageClass]: "fast" } }),
    desired: claim({}),
    server: { refused: 422, says: "field is immutable" },
    gate: { is: "blocked" },
  }),
  by({
    name: "the only annotation is gone, which is immutable but while it is empty",
    first: claim({ annotations: { [storageClass]: "" } }),
    desired: claim({}),
    server: { changed: { "metadata.annotations": GONE } },
    gate: { is: "write" },
  }),
]);
