// Items of others beside which the server takes none of ours, since both have what only one may have: an edited key.
import { expect } from "vitest";
import type { JsonObject } from "../../../src/core/json.js";
import { deployment, service } from "./objects.js";
import { table } from "./table.js";
import { applies, edits } from "./writes.js";

const APPLY = ["apply"] as const;
const PORTS = "spec.ports";
const CONTAINER = "spec.template.spec.containers";
const DUPLICATE = { refused: 422, says: "Duplicate value" } as const;

/** One PUT, and one apply to own what it put back. */
const putBack = (...paths: string[]) =>
  ({
    is: "write",
    reason: "not-possible-by-apply",
    mode: "replace",
    paths,
    again: "write",
    because: "what the PUT changed is recorded for the PUT: one apply follows to own it",
  }) as const;

const ports = (...list: JsonObject[]) => service({ ports: list });
const nodePorts = (...list: JsonObject[]) => service({ type: "NodePort", ports: list });
const http = { name: "http", port: 80 };
const metrics = { name: "metrics", port: 9090 };

// A Service's ports.
table([
  {
    name: "a port of our name, whose number was edited",
    modes: APPLY,
    first: ports(http),
    meanwhile: [edits("other", { spec: { ports: [{ name: "http", port: 8080, targetPort: 80 }] } })],
    server: DUPLICATE,
    gate: { ...putBack("spec.ports[port=8080,protocol=TCP]"), lands: { [`${PORTS}[0].port`]: 80 } },
  },
  {
    name: "a port of our name, whose protocol was edited",
    modes: APPLY,
    first: ports(http),
    meanwhile: [edits("other", { spec: { ports: [{ ...http, protocol: "UDP" }] } })],
    server: DUPLICATE,
    gate: { ...putBack("spec.ports[port=80,protocol=UDP]"), lands: { [`${PORTS}[0].protocol`]: "TCP" } },
  },
  {
    name: "a port without a name, as ours is",
    modes: APPLY,
    first: ports({ port: 80 }),
    meanwhile: [edits("other", { spec: { ports: [{ port: 8080, targetPort: 80 }] } })],
    server: { refused: 422, says: "spec.ports[0].name: Required value" },
    gate: { ...putBack("spec.ports[port=8080,protocol=TCP]"), lands: { [`${PORTS}[0].port`]: 80 } },
  },
  {
    name: "a port without a name, where ours lost it",
    modes: APPLY,
    first: ports(http),
    meanwhile: [edits("other", { spec: { ports: [{ port: 8080, targetPort: 80 }] } })],
    server: { refused: 422, says: "spec.ports[0].name: Required value" },
    gate: {
      ...putBack("spec.ports[port=8080,protocol=TCP]"),
      lands: { [`${PORTS}[0].port`]: 80, [`${PORTS}[0].name`]: "http" },
    },
  },
  {
    name: "a port of our name beside others' of other names, which stay",
    modes: APPLY,
    first: ports(http),
    meanwhile: [
      edits("other", { spec: { ports: [metrics, { name: "http", port: 8080 }, { name: "dns", port: 53 }] } }),
    ],
    server: DUPLICATE,
    gate: {
      ...putBack("spec.ports[port=8080,protocol=TCP]"),
      lands: {
        [`${PORTS}[1].port`]: 53,
        [`${PORTS}[1].name`]: "dns",
        [`${PORTS}[1].targetPort`]: 53,
        [`${PORTS}[2].port`]: 80,
        [`${PORTS}[2].name`]: "http",
        [`${PORTS}[2].targetPort`]: 80,
      },
    },
  },
  {
    name: "a port whose name was edited too: ours is put back beside it",
    modes: APPLY,
    first: ports(http),
    meanwhile: [edits("other", { spec: { ports: [{ name: "web", port: 8080 }] } })],
    server: {
      changed: { [PORTS]: [expect.objectContaining({ name: "web" }), expect.objectContaining(http)] },
    },
  },
  {
    name: "another number for our own port",
    modes: APPLY,
    first: ports(http),
    desired: ports({ name: "http", port: 8080, targetPort: 80 }),
    server: { changed: { [`${PORTS}[0].port`]: 8080 } },
  },
  {
    name: "another number for our port, which another manager applies too",
    modes: APPLY,
    first: ports(http),
    meanwhile: [applies("other", ports(http))],
    desired: ports({ name: "http", port: 8080, targetPort: 80 }),
    server: DUPLICATE,
    gate: { ...putBack("spec.ports[port=80,protocol=TCP]"), lands: { [`${PORTS}[0].port`]: 8080 } },
  },
  {
    name: "a port of our name that somebody created",
    modes: APPLY,
    first: ports(http),
    firstBy: (client, object) =>
      client.create({
        ...object,
        ...ports({ name: "http", port: 8080, targetPort: 80 }),
        metadata: object.metadata ?? {},
      }),
    server: DUPLICATE,
    gate: { ...putBack("spec.ports[port=8080,protocol=TCP]"), lands: { [`${PORTS}[0].port`]: 80 } },
  },
  {
    name: "without force, another manager's port of our name stands in the way",
    modes: APPLY,
    first: ports(http),
    meanwhile: [edits("other", { spec: { ports: [{ name: "http", port: 8080 }] } })],
    options: { force: false },
    server: DUPLICATE,
    gate: { is: "blocked", reason: "conflict", paths: ["spec.ports[port=8080,protocol=TCP]"] },
  },
]);

// Node ports.
table([
  {
    name: "a node port that the server chose is kept by the port's name",
    modes: APPLY,
    first: nodePorts(http),
    meanwhile: [
      async (client, object) => {
        const { body } = await client.get(object);
        const [port] = (body.spec as { ports: JsonObject[] }).ports;
        return client.merge(
          object,
          { spec: { ports: [{ ...port, port: 8080 }] } },
          { fieldManager: "other" },
        );
      },
    ],
    server: DUPLICATE,
    gate: { ...putBack("spec.ports[port=8080,protocol=TCP]"), lands: { [`${PORTS}[0].port`]: 80 } },
  },
  {
    name: "our node port at a port of another name and number",
    modes: APPLY,
    first: nodePorts({ ...http, nodePort: 32101 }),
    meanwhile: [
      edits("other", { spec: { ports: [{ name: "web", port: 8080, targetPort: 80, nodePort: 32101 }] } }),
    ],
    server: { refused: 500, says: "duplicate nodePort" },
    gate: {
      ...putBack("spec.ports[port=8080,protocol=TCP]"),
      lands: { [`${PORTS}[0].port`]: 80, [`${PORTS}[0].name`]: "http" },
    },
  },
  {
    name: "our node port at a port of another protocol: both stand",
    modes: APPLY,
    first: nodePorts({ ...http, nodePort: 32102 }),
    meanwhile: [
      applies(
        "other",
        nodePorts({ name: "quic", port: 80, protocol: "UDP", targetPort: 80, nodePort: 32102 }),
      ),
    ],
    desired: nodePorts({ name: "h2", port: 80, targetPort: 80, nodePort: 32102 }),
    server: { changed: { [`${PORTS}[0].name`]: "h2" } },
  },
]);

// Within a container.
const container = (body: JsonObject) => deployment({}, {}, body);
table([
  {
    name: "a container's port of our name, whose number was edited",
    modes: APPLY,
    first: container({ ports: [{ name: "http", containerPort: 80 }] }),
    meanwhile: [edits("other", container({ ports: [{ name: "http", containerPort: 8080 }] }))],
    server: DUPLICATE,
    gate: {
      ...putBack(`${CONTAINER}[name=web].ports[containerPort=8080,protocol=TCP]`),
      lands: { [`${CONTAINER}[0].ports[0].containerPort`]: 80 },
    },
  },
  {
    name: "our host port at another number",
    modes: APPLY,
    first: container({ ports: [{ containerPort: 80, hostPort: 8088 }] }),
    meanwhile: [edits("other", container({ ports: [{ containerPort: 81, hostPort: 8088 }] }))],
    server: DUPLICATE,
    gate: {
      ...putBack(`${CONTAINER}[name=web].ports[containerPort=81,protocol=TCP]`),
      lands: { [`${CONTAINER}[0].ports[0].containerPort`]: 80 },
    },
  },
  {
    name: "our host port at another address: both stand",
    modes: APPLY,
    first: container({ ports: [{ containerPort: 80, hostPort: 8088 }] }),
    meanwhile: [
      edits("other", container({ ports: [{ containerPort: 81, hostPort: 8088, hostIP: "10.0.0.9" }] })),
    ],
    server: {
      changed: {
        [`${CONTAINER}[0].ports`]: [
          expect.objectContaining({ containerPort: 81 }),
          expect.objectContaining({ containerPort: 80 }),
        ],
      },
    },
  },
  {
    name: "a port without a name beside ours: both stand",
    modes: APPLY,
    first: container({ ports: [{ containerPort: 80 }] }),
    meanwhile: [edits("other", container({ ports: [{ containerPort: 81 }] }))],
    server: {
      changed: {
        [`${CONTAINER}[0].ports`]: [
          expect.objectContaining({ containerPort: 81 }),
          expect.objectContaining({ containerPort: 80 }),
        ],
      },
    },
  },
  {
    name: "a port of our name in another container: both stand",
    modes: APPLY,
    first: container({ ports: [{ name: "http", containerPort: 80 }] }),
    meanwhile: [
      applies(
        "other",
        deployment(
          {},
          { containers: [{ name: "side", image: "demo:1.0", ports: [{ name: "http", containerPort: 81 }] }] },
        ),
      ),
    ],
    desired: container({ image: "demo:2.0", ports: [{ name: "http", containerPort: 80 }] }),
    server: { changed: { [`${CONTAINER}[0].image`]: "demo:2.0" } },
  },
  {
    name: "a raw volume at another path",
    modes: APPLY,
    first: deployment(
      {},
      { volumes: [{ name: "raw", persistentVolumeClaim: { claimName: "c" } }] },
      { volumeDevices: [{ name: "raw", devicePath: "/dev/a" }] },
    ),
    meanwhile: [edits("other", container({ volumeDevices: [{ name: "raw", devicePath: "/dev/b" }] }))],
    server: { refused: 422, says: "must be unique" },
    gate: {
      ...putBack(`${CONTAINER}[name=web].volumeDevices[devicePath=/dev/b]`),
      lands: { [`${CONTAINER}[0].volumeDevices[0].devicePath`]: "/dev/a" },
    },
  },
  {
    name: "a volume mounted at another path: both stand",
    modes: APPLY,
    first: deployment(
      {},
      { volumes: [{ name: "v", emptyDir: {} }] },
      { volumeMounts: [{ name: "v", mountPath: "/a" }] },
    ),
    meanwhile: [edits("other", container({ volumeMounts: [{ name: "v", mountPath: "/b" }] }))],
    server: {
      changed: {
        [`${CONTAINER}[0].volumeMounts`]: [
          { name: "v", mountPath: "/b" },
          { name: "v", mountPath: "/a" },
        ],
      },
    },
  },
]);
