import { afterAll, beforeAll, expect } from "vitest";
import type { DecideOptions } from "../../../src/core/decide/decider.js";
import type { Decision, Explanation, Mode, Reason } from "../../../src/core/decision.js";
import { isObject, type JsonObject, type KubeObject as Wire } from "../../../src/core/json.js";
import {
  bundledRules,
  compileRules,
  createGate,
  type FactData,
  type Gate,
  type GateOptions,
} from "../../../src/index.js";
import type { RuleLiteral } from "../../../src/rules/set.js";
import type { Answer, Client, KubeObject } from "../../../tools/cluster/types.d.ts";
import { kindsOf } from "../../../tools/crds/crd.mjs";
import { factsOf } from "../../../tools/crds/facts.mjs";
import { clusterTest, freshNamespace, given, sharedClient } from "../helper.js";
import { forgetKinds, serveKinds } from "./custom-kinds.js";
import { type Differences, differences, ownership } from "./differences.js";
import { type Body, ME, named, type Step, writeFirst, writePayload, writePlainly } from "./writes.js";

/** What the server does with a write. */
type Server =
  | "unchanged"
  /** Only managedFields change. */
  | "own"
  /** Every value that differs afterwards, by path. */
  | { readonly changed: Differences }
  /** `says`: a part of the message. */
  | { readonly refused: number; readonly says: string };

/** An object as it was read. */
type Live = Body & { readonly metadata: JsonObject };

type Verdict = Decision["verdict"];

/** What the gate says, where more is known of it than the server's answer tells. */
interface Expected {
  readonly is?: Verdict | readonly Verdict[];
  readonly reason?: Reason["code"];
  /** Of the decision's changes, or of its reason. */
  readonly paths?: readonly string[];
  /** Some of what is passed over, as `path code`. */
  readonly passed?: readonly string[];
  /** What the gate's own payload changes, where it is not what the plain write changes. */
  readonly lands?: Differences;
  /** The decision's payload is refused too: what desired states is no value of its field. */
  readonly refused?: number;
  /** How the decision's payload is to be sent, where not in the gate's mode. */
  readonly mode?: Mode;
  /** The verdict after the payload was written; skip unless given. */
  readonly again?: Verdict;
  /** Why there is an `again`. */
  readonly because?: string;
}

/** One claim: what the server does with a write, and what the gate says of it. */
export interface Row {
  readonly name: string;
  readonly modes: readonly Mode[];
  /** As we wrote it at first: created, or applied where the mode is apply. */
  readonly first: Body;
  /** By whom it was written at first, where not by us in this mode. */
  readonly firstBy?: (client: Client, object: KubeObject) => Promise<Answer>;
  /** What others did then. */
  readonly meanwhile?: readonly Step[];
  /** What we write now, made of what we read perhaps; as at first unless given. */
  readonly desired?: Body | ((live: Live) => Body);
  /** The plain write sends desired just so, in place of reading and laying it over. */
  readonly bare?: true;
  /** What the server made of the first write, status apart: filled in, changed and dropped. */
  readonly stored?: Differences;
  readonly server: Server;
  /** The plain write is sent for real: does it move resourceVersion? */
  readonly moves?: boolean;
  readonly gate?: Expected;
  readonly rule?: Omit<RuleLiteral, "group" | "kind">;
  readonly options?: Omit<GateOptions, "rules" | "mode">;
  readonly decide?: DecideOptions;
}

/** What a table's rows have in common. */
interface Surroundings {
  /** Objects that are there before: of the cluster, or in the table's namespace. */
  readonly around?: readonly Body[];
  /** CustomResourceDefinitions, as YAML: the server serves their kinds, and the gate has the facts of them. */
  readonly crds?: string;
}

let count = 0;

/** A test for each row and mode, on an object of its own. */
export function table(rows: readonly Row[], { around = [], crds = "" }: Surroundings = {}): void {
  const facts = factsOf(kindsOf(crds));
  let client: Client;
  let namespace: string;
  beforeAll(async () => {
    if (!given) return;
    client = sharedClient();
    namespace = await freshNamespace(client);
    await serveKinds(client, crds);
    for (const [index, body] of around.entries())
      accepted(await client.create(named(body, await placeOf(client, body, `around-${index}`, namespace))));
  });
  afterAll(async () => {
    if (!given) return;
    await forgetKinds(client, crds);
    client.close();
  });
  for (const row of rows) {
    for (const mode of row.modes) {
      const name = `row-${count++}`;
      clusterTest(`${row.name} (${mode})`, async () => {
        const place = await placeOf(client, row.first, name, namespace);
        try {
          await check(client, row, mode, place, facts);
        } finally {
          await remove(client, place);
        }
      });
    }
  }
}

/** An object's name, which it may state itself, and namespace. */
async function placeOf(client: Client, body: Body, name: string, namespace: string): Promise<KubeObject> {
  const { apiVersion, kind, metadata } = body;
  const resource = await client.resource(apiVersion, kind);
  const stated = isObject(metadata) && typeof metadata.name === "string" ? metadata.name : name;
  return { apiVersion, kind, metadata: { name: stated, ...(resource?.namespaced && { namespace }) } };
}

async function check(
  client: Client,
  row: Row,
  mode: Mode,
  place: KubeObject,
  facts: FactData,
): Promise<void> {
  const first = named(row.first, place);
  accepted(await (row.firstBy?.(client, first) ?? writeFirst(client, mode, first)));
  for (const step of row.meanwhile ?? []) accepted(await step(client, place));
  const { desired: stated = row.first } = row;
  const live = await read(client, typeof stated === "function" ? place : { ...place, ...apiOf(stated) });
  const desired = named(typeof stated === "function" ? stated(live) : stated, place);
  if (row.stored !== undefined) expect(differences(stateless(first), stateless(live))).toEqual(row.stored);
  await checkServer(client, row, mode, desired, live);
  const gate = gateOf(row, mode, facts);
  const decision = decide(gate, desired, live, row);
  expectVerdict(decision, row);
  if (decision.verdict !== "write") return;
  expect(decision.mode).toBe(row.gate?.mode ?? mode);
  const written = await writePayload(client, decision.mode, decision.payload(), place, forceOf(row));
  if (row.gate?.refused !== undefined) {
    expect(written.code).toBe(row.gate.refused);
    return;
  }
  accepted(written);
  const after = await read(client, desired);
  const lands = row.gate?.lands ?? landsPlainly(row.server);
  if (lands !== undefined) expect(differences(live, after)).toEqual(lands);
  const again = decide(gate, desired, after, row);
  const settled = { verdict: row.gate?.again ?? "skip" };
  expect(again, JSON.stringify(again, printable)).toMatchObject(settled);
}

async function checkServer(
  client: Client,
  row: Row,
  mode: Mode,
  desired: KubeObject,
  live: Live,
): Promise<void> {
  const options = { dryRun: row.moves === undefined, ...forceOf(row) };
  const answer = await (row.bare && mode === "replace"
    ? client.replace(desired, { ...options, fieldManager: ME })
    : writePlainly(client, mode, desired, live, options));
  expect(shown(answer, live, row.server)).toEqual(row.server);
  if (row.moves === undefined) return;
  expect(answer.body.metadata.resourceVersion !== live.metadata.resourceVersion).toBe(row.moves);
}

/** An object without its status and what every object is given. */
function stateless(object: KubeObject | Live): JsonObject {
  const { status, metadata, ...rest } = object as Live;
  const { uid, creationTimestamp, ...stated } = metadata;
  return { ...rest, metadata: stated };
}

/** Applies are forced unless the row says otherwise. */
const forceOf = ({ options }: Row) => (options?.force === undefined ? {} : { force: options.force });

/** An answer in the words of a row. */
function shown({ code, body }: Answer, live: JsonObject, wanted: Server): unknown {
  const object = body as JsonObject;
  if (code >= 300) {
    const message = String(body.message);
    const says = typeof wanted === "object" && "says" in wanted ? wanted.says : "";
    return { refused: code, says: says !== "" && message.includes(says) ? says : message };
  }
  const changed = differences(live, object);
  if (Object.keys(changed).length > 0) return { changed };
  const moved = JSON.stringify(ownership(live)) !== JSON.stringify(ownership(object));
  return moved ? "own" : "unchanged";
}

function expectVerdict(decision: Explanation<JsonObject>, { gate, server }: Row): void {
  const allowed = gate?.is === undefined ? agreeing(server) : [gate.is].flat();
  expect(allowed, JSON.stringify(decision, printable)).toContain(decision.verdict);
  if (gate?.reason !== undefined) expect(decision.reason).toMatchObject({ code: gate.reason });
  if (gate?.passed !== undefined) {
    const passed = decision.passed.map(({ path, by }) => `${path} ${by.code}`);
    expect(passed).toEqual(expect.arrayContaining([...gate.passed]));
  }
  if (gate?.paths === undefined) return;
  const changes = "changes" in decision ? decision.changes.map(({ path }) => path) : [];
  expect("paths" in decision.reason ? decision.reason.paths : changes).toEqual(gate.paths);
}

/** The verdicts that agree with the server. */
function agreeing(server: Server): readonly Verdict[] {
  if (server === "unchanged") return ["skip"];
  if (server === "own") return ["skip", "write"];
  return "changed" in server ? ["write"] : ["blocked", "write"];
}

function landsPlainly(server: Server): Differences | undefined {
  if (typeof server === "string") return {};
  return "changed" in server ? server.changed : undefined;
}

function gateOf({ rule, first, options }: Row, mode: Mode, facts: FactData): Gate {
  const [group = ""] = first.apiVersion.includes("/") ? first.apiVersion.split("/") : [];
  const rules = rule === undefined ? [] : [{ group, kind: first.kind, ...rule }];
  const set = { name: "test", rules, facts };
  const manager = mode === "apply" ? { fieldManager: ME } : {};
  return createGate({ mode, ...manager, ...options, rules: compileRules([bundledRules, set]) });
}

/** The decision, explained. */
function decide(gate: Gate, desired: KubeObject, live: JsonObject, row: Row): Explanation<JsonObject> {
  const explained = gate.explain(
    desired as Wire,
    live as Wire,
    row.decide,
  ) as unknown as Explanation<JsonObject>;
  expect(gate.decide(desired as Wire, live as Wire, row.decide).verdict).toBe(explained.verdict);
  return explained;
}

function accepted({ code, body }: Answer): void {
  expect(code, String(body.message)).toBeLessThan(300);
}

const apiOf = ({ apiVersion, kind }: Body) => ({ apiVersion, kind });

async function read(client: Client, place: KubeObject): Promise<Live> {
  const answer = await client.get(place);
  accepted(answer);
  return answer.body as unknown as Live;
}

/** Deletes it for good, whatever finalizer it has. */
async function remove(client: Client, place: KubeObject): Promise<void> {
  await client.merge(place, { metadata: { finalizers: null } });
  await client.delete(place);
}

function printable(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}
