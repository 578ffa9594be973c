// The claims of examples/apply-operator, by an ensurer, with every request counted at the server: each owned field edited by hand.
import { afterAll, beforeAll, describe, expect } from "vitest";
import { ApiError } from "../../../src/adapter/port/api-error.js";
import { metadataOf } from "../../../src/adapter/port/object.js";
import { isObject, type Json, type JsonObject, type KubeObject } from "../../../src/core/json.js";
import { clusterTest, given } from "../helper.js";
import { differences } from "../semantics/differences.js";
import { entryOf, kinds, startOperator } from "./apply-operator.js";
import type { Operator } from "./operator.js";
import { another, type OwnedLeaf, ownedLeaves, valueAt, withValue } from "./owned.js";
import { withCustomKinds } from "./served.js";

const admin = withCustomKinds();
let operator: Operator;

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
  /** The same, but the server takes no two such items (a port's name): theirs goes by one PUT, and one apply owns ours again. */
  | "replaced";

/** How many edits there are of each kind, by outcome. */
const EDITS: readonly (readonly [string, Partial<Record<Outcome, number>>])[] = [
  ["Namespace", { restored: 8 }],
  ["DaemonSet", { restored: 43, refused: 31, inert: 2, ignored: 4, beside: 14, replaced: 2 }],
  ["ConfigMap", { restored: 8 }],
  ["Service", { restored: 14, refused: 4, beside: 2, replaced: 2 }],
  ["ServiceAccount", { restored: 6 }],
  ["ServiceMonitor", { restored: 8 }],
  ["ClusterRole", { restored: 6 }],
  ["ClusterRoleBinding", { restored: 6, refused: 2 }],
  ["Role", { restored: 6 }],
  ["RoleBinding", { restored: 6, refused: 2 }],
  ["SecurityContextConstraints", { restored: 41 }],
  ["CSIDriver", { restored: 9, refused: 5 }],
];

describe("each field that our apply owns, edited and removed by hand, is put back by one apply, or one PUT and one apply:", () => {
  beforeAll(async () => {
    if (!given) return;
    operator = await startOperator(admin());
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
    const { result, requests } = await operator.ensure(desired);
    const isPut = requests[0]?.startsWith("update ") ?? false;
    const write = isPut ? /^update / : /^apply /;
    expect([result, requests], leaf.name).toEqual(["updated", [expect.stringMatching(write)]]);
    if (isPut) {
      expect(differences(contents(before), contents(await operator.live(desired))), leaf.name).toEqual({});
      const owning = await operator.ensure(desired);
      expect(owning.requests, leaf.name).toEqual([expect.stringMatching(/^apply /)]);
    }
    await expectQuiet(desired, leaf);
    const by = { fieldManager: "agent-operator", force: true, dryRun: true };
    const applied = (await operator.other.apply?.(desired, by)) as JsonObject;
    expect(differences((await operator.live(desired)) as JsonObject, applied), leaf.name).toEqual({});
    const { resourceVersion } = metadataOf(await operator.live(desired));
    await editedBy({ ...(before as JsonObject), metadata: { ...metadataOf(before), resourceVersion } });
    await operator.ensure(desired);
    return isPut ? "replaced" : "beside";
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
