import { expect } from "vitest";
import type { Mode } from "../../../src/core/decision.js";
import type { FactData } from "../../../src/index.js";
import type { Client, KubeObject } from "../../../tools/cluster/types.d.ts";
import { differences } from "./differences.js";
import { checkVerdict, decide, gateOf, landsPlainly, printable } from "./gate.js";
import { checkRecorded } from "./recorded.js";
import type { Live, Row } from "./row.js";
import { checkServer, checkStored } from "./server.js";
import { accepted, type Body, forceOf, named, writeFirst, writePayload } from "./writes.js";

/** Brings an object to where the row has it; asks the server, then the gate; then writes what the gate would. */
export async function check(
  client: Client,
  row: Row,
  mode: Mode,
  place: KubeObject,
  facts: FactData,
): Promise<void> {
  const first = named(row.first, place);
  const made = await (row.firstBy?.(client, first) ?? writeFirst(client, mode, first));
  accepted(made);
  if (mode === "apply" && row.firstBy === undefined)
    checkRecorded(made.body as unknown as Live, first, facts);
  for (const step of row.meanwhile ?? []) accepted(await step(client, place));
  const { desired: stated = row.first } = row;
  const live = await read(client, typeof stated === "function" ? place : { ...place, ...apiOf(stated) });
  const desired = named(typeof stated === "function" ? stated(live) : stated, place);
  checkStored(row, first, live);
  await checkServer(client, row, mode, desired, live);
  const gate = gateOf(row, mode, facts);
  const decision = decide(gate, desired, live, row);
  checkVerdict(decision, row);
  if (decision.verdict !== "write") return;
  expect(decision.mode).toBe(row.gate?.mode ?? mode);
  const written = await writePayload(client, decision.mode, decision.payload(), place, forceOf(row.options));
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
  if (again.verdict !== "write" || again.strategy === "unconditional") return;
  accepted(await writePayload(client, again.mode, again.payload(), place, forceOf(row.options)));
  const last = decide(gate, desired, await read(client, desired), row);
  expect(last, JSON.stringify(last, printable)).toMatchObject({ verdict: "skip" });
}

const apiOf = ({ apiVersion, kind }: Body) => ({ apiVersion, kind });

async function read(client: Client, place: KubeObject): Promise<Live> {
  const answer = await client.get(place);
  accepted(answer);
  return answer.body as unknown as Live;
}
