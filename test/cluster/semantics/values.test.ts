// Which spellings of a value mean the same.
import type { Json, JsonObject } from "../../../src/core/json.js";
import { configMap, deployment, object, secret } from "./objects.js";
import { table } from "./table.js";

const ALL = ["replace", "apply", "merge"] as const;
const CONTAINER = "spec.template.spec.containers[0]";

const limited = (limits: JsonObject) => deployment({}, {}, { resources: { limits } });
const sized = (sizeLimit: Json) => deployment({}, { volumes: [{ name: "v", emptyDir: { sizeLimit } }] });

/** In a resource list: what is stored, and how desired spells it. */
const same: readonly (readonly [resource: string, first: Json, desired: Json])[] = [
  ["memory", "1Gi", "1024Mi"],
  ["memory", "512Mi", "0.5Gi"],
  ["memory", "107374182400m", "0.1Gi"],
  ["memory", "1G", "1000M"],
  ["memory", "1k", "1000"],
  ["cpu", "1", "1000m"],
  ["cpu", "1", 1],
  ["cpu", "500m", ".5"],
  ["cpu", "500m", "0.5"],
  ["cpu", "300m", 0.3],
  ["cpu", "2m", "1000001n"],
  ["cpu", "1e3", "1000e0"],
];
const respelt: readonly (readonly [resource: string, first: Json, desired: Json])[] = [
  ["memory", "1Gi", "1073741824"],
  ["memory", "1e3", "1k"],
  ["cpu", "1", "1e0"],
  ["cpu", "2m", "2000001n"],
];

table([
  ...same.map(([resource, first, desired]) => ({
    name: `${resource}: ${JSON.stringify(desired)} over ${JSON.stringify(first)}`,
    modes: ALL,
    first: limited({ [resource]: first }),
    desired: limited({ [resource]: desired }),
    server: "unchanged" as const,
  })),
  ...respelt.map(([resource, first, desired]) => ({
    name: `${resource}: ${JSON.stringify(desired)} over ${JSON.stringify(first)} is another format, or another value`,
    modes: ALL,
    first: limited({ [resource]: first }),
    desired: limited({ [resource]: desired }),
    server: {
      changed: { [`${CONTAINER}.resources.limits.${resource}`]: desired === "2000001n" ? "3m" : desired },
    },
  })),
  {
    name: "sizeLimit: 1000001n over 2m is another value: it is no resource list",
    modes: ALL,
    first: sized("2m"),
    desired: sized("1000001n"),
    server: { changed: { "spec.template.spec.volumes[0].emptyDir.sizeLimit": "1000001n" } },
  },
  {
    name: "sizeLimit: 1000001n is kept",
    modes: ALL,
    first: sized("1000001n"),
    server: "unchanged",
  },
  {
    name: "sizeLimit: 1024Mi over 1Gi",
    modes: ALL,
    first: sized("1Gi"),
    desired: sized("1024Mi"),
    server: "unchanged",
  },
]);

// Bytes are compared decoded.
const webhook = (caBundle: string) =>
  object("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration", {
    webhooks: [
      {
        name: "w.example.com",
        clientConfig: { url: "https://w.example.com", caBundle },
        // It would be called for nothing.
        rules: [
          { apiGroups: ["none.example"], apiVersions: ["*"], operations: ["CREATE"], resources: ["nothing"] },
        ],
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
      },
    ],
  });
const PEM = Buffer.from(
  "-----BEGIN CERTIFICATE-----\nMIIBtjCCAVugAwIBAgITBmyf1XSXNmY/Owua2eiedgPySjAKBggqhkjOPQQDAjA5\nMQswCQYDVQQGEwJVUzEPMA0GA1UEChMGQW1hem9uMRkwFwYDVQQDExBBbWF6b24g\nUm9vdCBDQSAzMB4XDTE1MDUyNjAwMDAwMFoXDTQwMDUyNjAwMDAwMFowOTELMAkG\nA1UEBhMCVVMxDzANBgNVBAoTBkFtYXpvbjEZMBcGA1UEAxMQQW1hem9uIFJvb3Qg\nQ0EgMzBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABCmXp8ZBf8ANm+gBG1bG8lKl\nui2yEujSLtf6ycXYqm0fc4E7O5hrOXwzpcVOho6AF2hiRVd9RFgdszflZwjrZt6j\nQjBAMA8GA1UdEwEB/wQFMAMBAf8wDgYDVR0PAQH/BAQDAgGGMB0GA1UdDgQWBBSr\nttvXBp43rDCGB5Fwx5zEGbF4wDAKBggqhkjOPQQDAgNJADBGAiEA4IWSoxe3jfkr\nBqWTrBqYaGFy+uGh0PsceGCmQ5nFuMQCIQCcAu/xlJyzlvnrxir4tiz+OpAUFteM\nYyRIHN8wfdVoOw==\n-----END CERTIFICATE-----\n",
).toString("base64");
const bytes: readonly (readonly [what: string, first: string, desired: string])[] = [
  ["a trailing newline", "YQ==", "YQ==\n"],
  ["a newline within", "YWJj", "YW\nJj"],
  ["spare bits", "YQ==", "YR=="],
];
table([
  ...bytes.flatMap(([what, first, desired]) => [
    {
      name: `${what} in a Secret's data`,
      modes: ALL,
      first: secret({ data: { a: first } }),
      desired: secret({ data: { a: desired } }),
      server: "unchanged" as const,
    },
    {
      name: `${what} in a ConfigMap's binaryData`,
      modes: ALL,
      first: configMap({ binaryData: { a: first } }),
      desired: configMap({ binaryData: { a: desired } }),
      server: "unchanged" as const,
    },
  ]),
  {
    name: "a newline in a caBundle",
    modes: ALL,
    first: webhook(PEM),
    desired: webhook(`${PEM}\n`),
    server: "unchanged",
  },
  {
    name: "other bytes",
    modes: ALL,
    first: secret({ data: { a: "YQ==" } }),
    desired: secret({ data: { a: "Yg==" } }),
    server: { changed: { "data.a": "Yg==" } },
  },
  {
    name: "text is compared letter for letter",
    modes: ALL,
    first: configMap({ data: { a: "x" } }),
    desired: configMap({ data: { a: "x\n" } }),
    server: { changed: { "data.a": "x\n" } },
  },
]);

// Times.
const lease = (renewTime: string) => object("coordination.k8s.io/v1", "Lease", { spec: { renewTime } });
const refusedSo = [
  ["replace", 400],
  ["apply", 500],
  ["merge", 422],
] as const;
const NOT_READY = { key: "node.kubernetes.io/not-ready", effect: "NoSchedule" };
const tainted = (timeAdded: string) =>
  object("v1", "Node", { spec: { taints: [NOT_READY, { key: "k", effect: "NoExecute", timeAdded }] } });
table([
  ...refusedSo.map(([mode, refused]) => ({
    name: "a MicroTime without fractional seconds is no MicroTime",
    modes: [mode],
    first: lease("2026-01-01T00:00:00.000000Z"),
    desired: lease("2026-01-01T00:00:00Z"),
    server: { refused, says: "cannot parse" },
    gate: { refused },
  })),
  {
    name: "a MicroTime in another zone",
    modes: ALL,
    first: lease("2026-01-01T00:00:00.000000Z"),
    desired: lease("2026-01-01T01:00:00.000000+01:00"),
    server: "unchanged",
  },
  {
    name: "a MicroTime of a microsecond later",
    modes: ALL,
    first: lease("2026-01-01T00:00:00.000000Z"),
    desired: lease("2026-01-01T00:00:00.000001Z"),
    server: { changed: { "spec.renewTime": "2026-01-01T00:00:00.000001Z" } },
  },
  {
    name: "a Time in another zone",
    modes: ALL,
    first: tainted("2026-01-01T00:00:00Z"),
    desired: tainted("2026-01-01T01:00:00+01:00"),
    server: "unchanged",
  },
  {
    name: "a Time with fractional seconds loses them",
    modes: ALL,
    first: tainted("2026-01-01T00:00:00Z"),
    desired: tainted("2026-01-01T00:00:00.5Z"),
    server: "unchanged",
  },
]);

// Numbers, and what is a number or a text.
const targeted = (targetPort: Json) =>
  object("v1", "Service", { spec: { selector: { app: "demo" }, ports: [{ port: 80, targetPort }] } });
table([
  {
    name: "the text 80 is not the number 80",
    modes: ["replace", "apply", "merge"],
    first: targeted(80),
    desired: targeted("http"),
    server: { changed: { "spec.ports[0].targetPort": "http" } },
  },
]);
