import { expect } from "vitest";
import type { Mode } from "../../../src/core/decision.js";
import type { JsonObject } from "../../../src/core/json.js";
import type { FactData } from "../../../src/index.js";
import type { Answer, Client, KubeObject, WriteOptions } from "../../../tools/cluster/types.d.ts";
import { differences } from "./differences.js";
import { checkVerdict, decide, gateOf, landsPlainly } from "./gate.js";
import type { Live, Row } from "./row.js";
import { shown } from "./server.js";
import { tableOf } from "./table.js";
import { accepted, type Body, ME, named } from "./writes.js";

/** One claim about a status: what the server does with a write of it, and what the gate says. */
export interface StatusRow
  extends Omit<Row, "first" | "firstBy" | "desired" | "bare" | "stored" | "moves" | "decide"> {
  /** The object, which somebody else made. */
  readonly of: Body;
  /** Its status as we wrote it at first; without one, we have not written any. */
  readonly first?: JsonObject;
  /** The status that we write now; as at first unless given. */
  readonly desired?: JsonObject;
  /** What desired states beside the status. */
  readonly beside?: JsonObject;
}

/** A test for each row and mode, on an object of its own. */
export function statusTable(rows: readonly StatusRow[], crds = ""): void {
  tableOf(rows, { crds }, { prefix: "status", bodyOf: ({ of }) => of, check });
}

async function check(
  client: Client,
  row: StatusRow,
  mode: Mode,
  place: KubeObject,
  facts: FactData,
): Promise<void> {
  accepted(await client.create(named(row.of, place), { fieldManager: "maker" }));
  const subresource = await subresourceOf(client, place);
  const send = (status: JsonObject, live: JsonObject, options: WriteOptions): Promise<Answer> =>
    writePlainly(
      client,
      subresource === undefined && mode === "apply" ? "merge" : mode,
      place,
      status,
      live,
      {
        fieldManager: ME,
        ...(subresource !== undefined && { subresource }),
        ...options,
      },
    );
  if (row.first !== undefined) accepted(await send(row.first, await read(client, place), {}));
  for (const step of row.meanwhile ?? []) accepted(await step(client, place));
  const live = await read(client, place);
  const status = row.desired ?? row.first ?? {};
  expect(shown(await send(status, live, { dryRun: true }), live, row.server)).toEqual(row.server);
  const { desired: _, ...rest } = row;
  const asked: Row = { ...rest, first: row.of, decide: { subresource: "status" } };
  const gate = gateOf(asked, mode, facts);
  const desired = named({ ...row.beside, status }, place);
  const decision = decide(gate, desired, live, asked);
  checkVerdict(decision, asked);
  if (decision.verdict !== "write") return;
  expect(decision.subresource).toBe(subresource);
  const written = await writePayload(client, decision.mode, decision.payload(), place, {
    fieldManager: ME,
    ...(decision.subresource !== undefined && { subresource: decision.subresource }),
  });
  accepted(written);
  const after = await read(client, place);
  const lands = differences(live, after);
  expect(Object.keys(lands).filter((path) => !path.startsWith("status"))).toEqual([]);
  const wanted = row.gate?.lands ?? landsPlainly(row.server);
  if (wanted !== undefined) expect(lands).toEqual(wanted);
  expect(decide(gate, desired, after, asked)).toMatchObject({ verdict: row.gate?.again ?? "skip" });
}

async function subresourceOf(
  client: Client,
  { apiVersion, kind }: KubeObject,
): Promise<"status" | undefined> {
  const resource = await client.resource(apiVersion, kind);
  return resource?.subresources.includes("status") ? "status" : undefined;
}

/** A status as a controller without a gate writes it. */
function writePlainly(
  client: Client,
  mode: Mode,
  place: KubeObject,
  status: JsonObject,
  live: JsonObject,
  options: WriteOptions,
): Promise<Answer> {
  if (mode === "apply") return client.apply({ ...place, status }, { force: true, ...options });
  if (mode === "merge") return client.merge(place, { status }, options);
  return client.replace({ ...live, status } as unknown as KubeObject, options);
}

function writePayload(
  client: Client,
  mode: Mode,
  payload: JsonObject,
  place: KubeObject,
  options: WriteOptions,
): Promise<Answer> {
  const sent = payload as unknown as KubeObject;
  if (mode === "apply") return client.apply(sent, { force: true, ...options });
  return mode === "merge" ? client.merge(place, payload, options) : client.replace(sent, options);
}

async function read(client: Client, place: KubeObject): Promise<Live> {
  const answer = await client.get(place);
  accepted(answer);
  return answer.body as unknown as Live;
}

/** An apply of a status by somebody. */
export const appliesStatus =
  (fieldManager: string, status: JsonObject) =>
  (client: Client, place: KubeObject): Promise<Answer> =>
    client.apply({ ...place, status }, { fieldManager, force: true, subresource: "status" });
