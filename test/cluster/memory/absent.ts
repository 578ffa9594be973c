import type { JsonObject } from "../../../src/core/json.js";
import { configMap, deployment, object, type Row, type Sent, service } from "./row.js";

const RBAC = "rbac.authorization.k8s.io/v1";
const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "view" };
const rules = [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }];

/** Each kind that a PUT creates, and one that it does not. */
const KINDS: readonly (readonly [scope: "namespaced" | "global", object: Sent])[] = [
  ["namespaced", service({})],
  ["namespaced", object(RBAC, "Role", "one", { rules })],
  ["global", object(RBAC, "ClusterRole", "one", { rules })],
  ["namespaced", object(RBAC, "RoleBinding", "one", { roleRef })],
  ["global", object(RBAC, "ClusterRoleBinding", "one", { roleRef })],
  ["namespaced", object("coordination.k8s.io/v1", "Lease", "one", { spec: { holderIdentity: "a" } })],
  ["namespaced", object("v1", "Endpoints", "one", { subsets: [{ addresses: [{ ip: "10.1.1.1" }] }] })],
  ["namespaced", object("v1", "LimitRange", "one", { spec: { limits: [{ type: "Pod" }] } })],
  ["global", object("node.k8s.io/v1", "RuntimeClass", "one", { handler: "fast" })],
  ["namespaced", object("v1", "Event", "one", { reason: "Tested" })],
  ["namespaced", configMap({ a: "1" })],
];

const uid = "11111111-2222-3333-4444-555555555555";
const LOST: readonly JsonObject[] = [{ uid }, { uid, resourceVersion: "7" }];
const FREE: readonly JsonObject[] = [{ uid: "" }, { resourceVersion: "7" }, { resourceVersion: "" }, {}];

const meta = (of: Sent, more: JsonObject): Sent => ({ ...of, metadata: { ...of.metadata, ...more } }) as Sent;

const PRINTED: NonNullable<Row["differs"]> = {
  why: "facts do not tell which empty fields of an Event are shown",
  at: [/object\/(eventTime|firstTimestamp|lastTimestamp|reportingComponent|reportingInstance)$/],
};

/** An object that names what it was, sent when it is gone. */
function rowOf([scope, stated]: (typeof KINDS)[number]): Row {
  return {
    name: `PUT and apply of a ${stated.kind} that is not there: by uid, by version, by neither`,
    ...(stated.kind === "Event" && { differs: PRINTED }),
    run: async (t) => {
      const inside = stated.kind === "Event" ? { involvedObject: { namespace: t.namespace } } : {};
      const named = (name: string, more: JsonObject): Sent => {
        const own = scope === "global" ? t.global(name) : name;
        return meta({ ...stated, ...inside } as Sent, { name: own, ...more });
      };
      for (const more of LOST) {
        for (const dryRun of [true, false]) {
          await t.replace(named("lost", more), { dryRun });
          await t.apply(named("lost", more), "one", { dryRun });
        }
        await t.merge(named("lost", {}), { metadata: more });
      }
      await t.read(named("lost", {}));
      for (const [index, more] of FREE.entries()) {
        await t.replace(named(`put-${index}`, more), { dryRun: true });
        await t.replace(named(`put-${index}`, more));
        await t.apply(named(`applied-${index}`, more), "one", { dryRun: true });
        await t.apply(named(`applied-${index}`, more), "one");
      }
    },
  };
}

const status = { loadBalancer: { ingress: [{ ip: "10.1.1.1" }] } };

/** Kinds with and without namespaces, where none is named, and where one is. */
const places: readonly Row[] = [
  {
    name: "what names no namespace though its kind has them",
    run: async (t) => {
      for (const namespace of [undefined, ""]) {
        const unplaced = configMap({ a: "1" }, { namespace });
        await t.create(unplaced);
        await t.replace(unplaced);
        await t.apply(unplaced, "one");
        await t.merge(unplaced, { data: { a: "2" } });
        await t.read(unplaced);
        await t.delete(unplaced);
      }
    },
  },
  {
    name: "a namespace of what has none: of an object, and of a list",
    run: async (t) => {
      const role = object(RBAC, "ClusterRole", t.global("placed"), { rules }, { namespace: t.namespace });
      const mine = { labels: { "test.example/in": t.namespace } };
      await t.create(meta(role, { ...mine, namespace: undefined }));
      await t.read(role);
      await t.list({ apiVersion: RBAC, kind: "ClusterRole" });
    },
  },
];

export const absent: readonly Row[] = [
  ...KINDS.map(rowOf),
  {
    name: "status of a Service and a Deployment that are not there, by uid",
    run: async (t) => {
      for (const stated of [service({}), deployment()]) {
        const sent = { ...meta(stated, { uid }), status } as Sent;
        await t.replace(sent, { subresource: "status" });
        await t.apply({ ...sent, spec: undefined } as Sent, "one", { subresource: "status" });
      }
    },
  },
  {
    name: "status of a Service that is not there, by no uid",
    run: (t) => t.replace({ ...service({}), status } as Sent, { subresource: "status" }),
    differs: {
      why: "the server makes half a Service of it, without an address; in memory it is not found",
      at: [/^0/],
    },
  },
  ...places,
];
