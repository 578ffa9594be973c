// The custom kinds that have bundled rules: their definitions, their tables, and what stands in for their programs.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import type { Explanation, Mode } from "../../../src/core/decision.js";
import { isList, isObject, type JsonObject, type KubeObject as Wire } from "../../../src/core/json.js";
import type { CasesFile } from "../../../src/generated/cases.js";
import { createGate } from "../../../src/index.js";
import { parseCases } from "../../../src/rules/cases/cases.js";
import { caseObjects } from "../../../src/rules/cases/objects.js";
import type { Client, KubeObject } from "../../../tools/cluster/types.d.ts";
import { definitionsOf, isAtHand, SOURCES } from "../../../tools/crds/sources.mjs";
import type { Definition } from "../../../tools/crds/types.d.ts";
import { differences } from "./differences.js";
import { printable } from "./gate.js";
import type { Live } from "./row.js";
import { shown } from "./server.js";
import { accepted, type Body, edits, ME, named, writeFirst, writePayload, writePlainly } from "./writes.js";

/** What the table has `stored`, and no definition does: written by another manager, as the program would. */
const IMITATED: Readonly<Record<string, string>> = {
  Application: "Argo CD's controller writes status",
  Route: "OpenShift's own server chooses the host",
};

/** Without the definitions nothing can be asked; `npm run facts:crds` fetches them. */
export const DEFINED: boolean = SOURCES.every(isAtHand);

const definitions = DEFINED ? SOURCES.flatMap(definitionsOf).map(alone) : [];

/** The kinds' definitions, for a server. */
export const CRDS: string = definitions.map((definition) => JSON.stringify(definition)).join("\n---\n");

/** The kinds' tables, which stand beside the rules. */
export const TABLES: readonly { readonly kind: string; readonly table: CasesFile }[] = definitions.map(
  ({ spec: { group, names } }) => {
    const file = fileURLToPath(new URL(`../../../rules/${group}/${names.kind}.cases.json`, import.meta.url));
    return { kind: names.kind, table: parseCases(file, readFileSync(file, "utf8")) };
  },
);

/** A definition that a server without its webhooks takes: only the versions that are served. */
function alone({ spec, ...definition }: Definition): Definition {
  const { conversion, ...rest } = spec;
  return { ...definition, spec: { ...rest, versions: spec.versions.filter(({ served }) => served) } };
}

/** Writes a table's base as we would, and holds that the server stores what the table says. */
export async function write(client: Client, table: CasesFile, mode: Mode, place: KubeObject): Promise<void> {
  const first = table.base as Body;
  accepted(await writeFirst(client, mode, named(first, place)));
  if (first.kind in IMITATED) await edited(client, place, storedPatch(table));
  const stored = caseObjects(table, { name: "", verdict: "skip" }).live as JsonObject;
  expect(differences(fieldsOf(stored), fieldsOf(await read(client, place)))).toEqual({});
}

/** What the table says is stored, without what every object is given. */
function storedPatch({ stored = {} }: CasesFile): JsonObject {
  const { metadata, ...rest } = stored as JsonObject;
  const annotations = isObject(metadata) ? metadata.annotations : undefined;
  return annotations === undefined ? rest : { ...rest, metadata: { annotations } };
}

/** Somebody else's edit, in two requests where status has its own. */
export async function edited(client: Client, place: KubeObject, patch: JsonObject): Promise<void> {
  const { status, ...rest } = patch;
  const resource = await client.resource(place.apiVersion, place.kind);
  const apart = resource?.subresources.includes("status") ?? false;
  const main = apart || status === undefined ? rest : { ...rest, status };
  if (Object.keys(main).length > 0) accepted(await edits("other", main)(client, place));
  if (apart && status !== undefined)
    accepted(await edits("other", { status }, { subresource: "status" })(client, place));
}

export async function read(client: Client, place: KubeObject): Promise<Live> {
  const answer = await client.get(place);
  accepted(answer);
  return answer.body as unknown as Live;
}

/** An object's own fields. */
function fieldsOf({ metadata, status, ...fields }: JsonObject): JsonObject {
  return fields;
}

const GATES = {
  replace: createGate({ mode: "replace" }),
  apply: createGate({ mode: "apply", fieldManager: ME }),
  merge: createGate({ mode: "merge" }),
};

/** What the gate says with the bundled rules. */
export function decide(mode: Mode, desired: KubeObject, live: Live): Explanation {
  return GATES[mode].explain(desired as Wire, live as unknown as Wire);
}

/**
 * Where the decision does not agree with what the server makes of the plain write, or where something is left to write after
 * its own payload: both, in words.
 */
export async function disagreement(
  client: Client,
  mode: Mode,
  desired: KubeObject,
  live: Live,
): Promise<string | undefined> {
  const decision = decide(mode, desired, live);
  const dryRun = { dryRun: true };
  const answer = await writePlainly(client, mode, asTaken(desired, live), live, dryRun);
  const server = shown(answer, live, "unchanged");
  const said = (explained: Explanation) =>
    `${JSON.stringify(server)} ${JSON.stringify(explained, printable)}`;
  if (answer.code >= 300) {
    const sent = decision.verdict !== "skip" || decision.reason.code === "unknown-field";
    return sent ? undefined : said(decision);
  }
  if (!agreeing(server).includes(decision.verdict)) return said(decision);
  if (decision.verdict !== "write") return undefined;
  const payload = decision.payload() as unknown as JsonObject;
  const written = await writePayload(client, decision.mode, payload, desired, dryRun);
  const again = decide(mode, desired, written.body as unknown as Live);
  return again.verdict === "skip" || onlyEmptyLists(again) ? undefined : `again: ${said(again)}`;
}

/** An apply of [] takes a granular list away that was ours; the next one puts [] there. */
function onlyEmptyLists(again: Explanation): boolean {
  if (again.verdict !== "write" || again.mode !== "apply") return false;
  return again.changes.every(
    ({ desired, live }) => isList(desired) && desired.length === 0 && live === undefined,
  );
}

function agreeing(server: unknown): readonly string[] {
  if (server === "unchanged") return ["skip"];
  return server === "own" ? ["skip", "write"] : ["write"];
}

/** Desired as OpenShift's own server takes it: an update without a host keeps the old one. */
function asTaken(desired: KubeObject, live: Live): KubeObject {
  const [spec, old] = [desired.spec, live.spec];
  if (desired.kind !== "Route" || !isObject(old) || !isObject(spec as JsonObject)) return desired;
  return { ...desired, spec: { host: old.host, ...(spec as JsonObject) } };
}
