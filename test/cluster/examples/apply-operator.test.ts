// The claims of examples/apply-operator, by an ensurer, with every request counted at the server.
import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from "vitest";
import { ApiError } from "../../../src/adapter/api-error.js";
import { metadataOf } from "../../../src/adapter/object.js";
import { isList, isObject, type Json, type JsonObject, type KubeObject } from "../../../src/core/json.js";
import { createGate, loadRules } from "../../../src/index.js";
import type { Client } from "../../../tools/cluster/types.d.ts";
import { clusterTest, given, sharedClient } from "../helper.js";
import { forgetKinds, serveKinds } from "../semantics/custom-kinds.js";
import { differences } from "../semantics/differences.js";
import { basesIn, EXAMPLES, exampleKinds } from "./example.js";
import { Operator } from "./operator.js";
import { another, type OwnedLeaf, ownedLeaves, valueAt, withValue } from "./owned.js";

const CRDS = readFileSync(new URL("custom-kinds.yaml", import.meta.url), "utf8");
const RULES = "apply-operator/rules";
const kinds = await exampleKinds(RULES, "apply");
const gate = createGate({
  rules: await loadRules({ dirs: [`${EXAMPLES}${RULES}`] }),
  mode: "apply",
  fieldManager: "agent-operator",
});

let admin: Client;
let operator: Operator;
const start = (): Promise<Operator> =>
  Operator.of(admin, gate, (namespace) => basesIn(admin, kinds, namespace));

beforeAll(async () => {
  if (!given) return;
  admin = sharedClient();
  await serveKinds(admin, CRDS);
});
afterAll(async () => {
  if (!given) return;
  await forgetKinds(admin, CRDS);
  admin.close();
});

/** Our entry of an object's managedFields. */
function entryOf(live: KubeObject): JsonObject {
  const { managedFields } = metadataOf(live);
  const entries = isList(managedFields) ? managedFields.filter(isObject) : [];
  const found = entries.find(
    ({ manager, operation }) => manager === "agent-operator" && operation === "Apply",
  );
  if (found === undefined) throw new Error(`${live.kind}: it is not ours`);
  return found;
}

const edit = async (patch: (desired: KubeObject) => object, fieldManager = "kubectl-edit"): Promise<void> => {
  for (const desired of operator.desired) {
    const { apiVersion = "", kind = "", metadata } = desired;
    const ref = { apiVersion, kind, name: String(metadata?.name), namespace: metadata?.namespace };
    await operator.other.merge?.(ref, patch(desired), { fieldManager });
  }
};

describe("all objects", () => {
  beforeEach(async () => {
    if (given) operator = await start();
  });
  afterEach(() => operator?.end());

  clusterTest(
    "run 1 creates each by one apply; ten further ones, and one after a restart, ask nothing",
    async () => {
      const first = await operator.pass();
      expect(first.results).toEqual(operator.each("created"));
      const writes = first.requests.filter((each) => !each.startsWith("get "));
      expect(writes).toHaveLength(operator.desired.length);
      expect(writes.filter((each) => !each.startsWith("apply "))).toEqual([]);
      const versions = await operator.versions();
      for (let run = 2; run <= 11; run++)
        expect(await operator.pass()).toEqual({ results: operator.each("unchanged"), requests: [] });
      operator.restart();
      expect(await operator.pass()).toEqual({ results: operator.each("unchanged"), requests: [] });
      const { requests } = await operator.pass({ reading: true });
      expect(requests.map((each) => each.split(" ")[0])).toEqual(operator.desired.map(() => "get"));
      expect(await operator.versions()).toEqual(versions);
    },
  );

  clusterTest("is recorded as its tables take it to be", async () => {
    await operator.pass();
    for (const [index, desired] of operator.desired.entries()) {
      const [assumed] = kinds[index]?.ownership?.(desired as JsonObject, [], {}) ?? [];
      expect({ ...entryOf(await operator.live(desired)), time: undefined }, desired.kind).toEqual(assumed);
    }
  });

  clusterTest("foreign labels and annotations stay, and cost nothing", async () => {
    await operator.pass();
    const foreign = { labels: { team: "a" }, annotations: { "example.com/note": "theirs" } };
    await edit(() => ({ metadata: foreign }));
    expect((await operator.pass()).requests).toEqual([]);
    await edit(() => ({ metadata: { labels: { "app.kubernetes.io/managed-by": null } } }));
    expect((await operator.pass()).results).toEqual(operator.each("updated"));
    for (const desired of operator.desired)
      expect((await operator.live(desired)).metadata).toMatchObject({
        ...foreign,
        labels: { ...foreign.labels, ...desired.metadata?.labels },
      });
  });

  clusterTest("a foreign manager's fields stay, whatever we write besides", async () => {
    await operator.pass();
    const [image, port] = ["example.com/theirs:1", 9999];
    const theirs: Readonly<Record<string, object>> = {
      ConfigMap: { data: { "theirs.yaml": "a: 1" } },
      Service: { spec: { ports: [{ name: "theirs", port, protocol: "TCP" }], sessionAffinity: "ClientIP" } },
      DaemonSet: {
        spec: { minReadySeconds: 5, template: { spec: { containers: [{ name: "theirs", image }] } } },
      },
      CSIDriver: { spec: { seLinuxMount: true } },
      ServiceMonitor: { spec: { sampleLimit: 5 } },
      SecurityContextConstraints: { userNamespaceLevel: "RequirePodLevel" },
      ServiceAccount: { secrets: [{ name: "theirs" }] },
    };
    const apply = async (kind: string, states: object, dryRun = false): Promise<JsonObject> => {
      const { apiVersion, metadata } = operator.of(kind);
      const object = { apiVersion, kind, metadata: { name: metadata?.name, namespace: metadata?.namespace } };
      const applied = await operator.other.apply?.(
        { ...object, ...states },
        { fieldManager: "theirs", dryRun },
      );
      return applied as JsonObject;
    };
    for (const [kind, states] of Object.entries(theirs)) await apply(kind, states);
    expect((await operator.pass()).requests).toEqual([]);
    await edit(() => ({ metadata: { labels: { "app.kubernetes.io/managed-by": "theirs" } } }));
    expect((await operator.pass()).results).toEqual(operator.each("updated"));
    for (const [kind, states] of Object.entries(theirs)) {
      const live = (await operator.live(operator.of(kind))) as JsonObject;
      expect(differences(live, await apply(kind, states, true)), kind).toEqual({});
    }
    expect((await operator.pass()).requests).toEqual([]);
  });

  clusterTest("what is marked as unmanaged is left alone, until the mark goes", async () => {
    await operator.pass();
    const mark = (value: string | null) => ({ annotations: { "churngate.dev/unmanaged": value } });
    await edit(() => ({
      metadata: { ...mark("true"), labels: { "app.kubernetes.io/managed-by": "theirs" } },
    }));
    const versions = await operator.versions();
    expect(await operator.pass()).toEqual({ results: operator.each("unchanged"), requests: [] });
    expect(await operator.versions()).toEqual(versions);
    await edit(() => ({ metadata: mark(null) }));
    expect((await operator.pass()).results).toEqual(operator.each("updated"));
    expect((await operator.pass()).requests).toEqual([]);
  });
});

/** What becomes of an edit. */
type Outcome =
  | "restored"
  /** The server does not take the edit. */
  | "refused"
  /** The server fills in what was there. */
  | "inert"
  /** The rule ignores it: the pull policy. */
  | "ignored"
  /** An item under another key is somebody else's: ours is put back beside it. */
  | "beside"
  /** The same, but the server takes no two such items (a port's name): the apply is refused, and the error names the field. */
  | "excluded";

/** How many edits there are of each kind, by outcome. */
const EDITS: readonly (readonly [string, Partial<Record<Outcome, number>>])[] = [
  ["Namespace", { restored: 8 }],
  ["DaemonSet", { restored: 43, refused: 31, inert: 2, ignored: 4, beside: 14, excluded: 2 }],
  ["ConfigMap", { restored: 8 }],
  ["Service", { restored: 14, refused: 4, beside: 2, excluded: 2 }],
  ["ServiceAccount", { restored: 6 }],
  ["ServiceMonitor", { restored: 8 }],
  ["ClusterRole", { restored: 6 }],
  ["ClusterRoleBinding", { restored: 6, refused: 2 }],
  ["Role", { restored: 6 }],
  ["RoleBinding", { restored: 6, refused: 2 }],
  ["SecurityContextConstraints", { restored: 41 }],
  ["CSIDriver", { restored: 9, refused: 5 }],
];

describe("each field that our apply owns, edited and removed by hand, is put back by one apply:", () => {
  beforeAll(async () => {
    if (!given) return;
    operator = await start();
    await operator.pass();
  });
  afterAll(() => operator?.end());

  clusterTest("there is a row for each kind", () => {
    expect(EDITS.map(([kind]) => kind).sort()).toEqual(kinds.map(({ kind }) => kind).sort());
  });

  clusterTest.each(EDITS)("%s: %j", async (kind, counts) => {
    const desired = operator.of(kind);
    const live = (await operator.live(desired)) as JsonObject;
    const found: Partial<Record<Outcome, number>> = {};
    for (const leaf of ownedLeaves(entryOf(live as KubeObject).fieldsV1 as JsonObject, live)) {
      const edited = another(valueAt(live, leaf.path) as Json);
      for (const value of edited === undefined ? [undefined] : [edited, undefined]) {
        const outcome = await outcomeOf(desired, leaf, value);
        found[outcome] = (found[outcome] ?? 0) + 1;
      }
    }
    expect(found).toEqual(counts);
  });

  async function outcomeOf(desired: KubeObject, leaf: OwnedLeaf, value: Json | undefined): Promise<Outcome> {
    const before = await operator.live(desired);
    const edited = await editedBy(withValue(before as JsonObject, leaf.path, value));
    if (edited === undefined) return "refused";
    if (Object.keys(differences(before as JsonObject, edited)).length === 0) {
      await expectQuiet(desired, leaf);
      return "inert";
    }
    if (leaf.path.at(-1) === "imagePullPolicy") {
      await expectQuiet(desired, leaf);
      return "ignored";
    }
    if (leaf.key && value !== undefined) return outcomeOfNewKey(desired, before, leaf);
    const { result, requests } = await operator.ensure(desired);
    expect([result, requests], leaf.name).toEqual(["updated", [expect.stringMatching(/^apply /)]]);
    expect(differences(contents(before), contents(await operator.live(desired))), leaf.name).toEqual({});
    await expectQuiet(desired, leaf);
    return "restored";
  }

  /** Puts all back when it is known. */
  async function outcomeOfNewKey(desired: KubeObject, before: KubeObject, leaf: OwnedLeaf): Promise<Outcome> {
    const error = await operator.ensure(desired).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (error === undefined) {
      await expectQuiet(desired, leaf);
      const by = { fieldManager: "agent-operator", force: true, dryRun: true };
      const applied = (await operator.other.apply?.(desired, by)) as JsonObject;
      expect(differences((await operator.live(desired)) as JsonObject, applied), leaf.name).toEqual({});
    } else
      expect(error, leaf.name).toMatchObject({
        code: "invalid",
        causes: [{ reason: "FieldValueDuplicate" }],
      });
    const { resourceVersion } = metadataOf(await operator.live(desired));
    await editedBy({ ...(before as JsonObject), metadata: { ...metadataOf(before), resourceVersion } });
    await operator.ensure(desired);
    return error === undefined ? "beside" : "excluded";
  }

  async function expectQuiet(desired: KubeObject, leaf: OwnedLeaf): Promise<void> {
    const { result, requests } = await operator.ensure(desired);
    expect([result, requests], leaf.name).toEqual(["unchanged", []]);
  }
});

/** An edit by hand: a PUT of the whole object. Undefined where the server refuses it. */
async function editedBy(object: JsonObject): Promise<JsonObject | undefined> {
  try {
    return (await operator.other.replace?.(object as KubeObject, {
      fieldManager: "kubectl-edit",
    })) as JsonObject;
  } catch (error) {
    if (error instanceof ApiError && (error.status === 422 || error.status === 400)) return undefined;
    throw error;
  }
}

/** Without what counts the changes of a DaemonSet's template. */
function contents(object: KubeObject | JsonObject): JsonObject {
  const { annotations, ...metadata } = metadataOf(object);
  const rest = isObject(annotations) ? Object.entries(annotations) : [];
  const own = rest.filter(([key]) => key !== "deprecated.daemonset.template.generation");
  return { ...(object as JsonObject), metadata: { ...metadata, annotations: Object.fromEntries(own) } };
}
