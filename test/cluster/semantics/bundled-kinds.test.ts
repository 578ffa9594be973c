// The tables of the bundled rules of custom kinds, on a server that has these kinds' own definitions.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { Mode } from "../../../src/core/decision.js";
import { isObject, type JsonObject, type KubeObject as Wire } from "../../../src/core/json.js";
import type { CasesFile, RuleCase } from "../../../src/generated/cases.js";
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
import { tableOf } from "./table.js";
import { accepted, type Body, edits, ME, named, writeFirst, writePlainly } from "./writes.js";

/** What the table has `stored`, and no definition does: written by another manager, as the program would. */
const IMITATED: Readonly<Record<string, string>> = {
  Application: "Argo CD's controller writes status",
  Route: "OpenShift's own server chooses the host",
};

/** Rows of which the plain write says otherwise than the verdict, by kind. */
const NOT_PLAIN: Readonly<Record<string, readonly string[]>> = {
  Application: [
    // Ignored by the rule.
    "an empty status, as Go's types print it",
    "a sync that we asked for, and that has begun",
    "a refresh that we asked for, and that is done",
    // A PUT that states finalizers takes others' away; the gate's own does not.
    "a finalizer of Argo CD's own",
  ],
  // The server keeps the order of a set; it is no reason to write.
  OperatorGroup: ["the namespaces in another order"],
  // OpenShift sorts them.
  SecurityContextConstraints: ["volume types in another order"],
};

/** A definition that a server without its webhooks takes: only the versions that are served. */
function alone({ spec, ...definition }: Definition): Definition {
  const { conversion, ...rest } = spec;
  return { ...definition, spec: { ...rest, versions: spec.versions.filter(({ served }) => served) } };
}

interface TableRow {
  readonly name: string;
  readonly modes: readonly Mode[];
  readonly first: Body;
  readonly row: RuleCase;
  readonly table: CasesFile;
}

const MODES = ["replace", "apply"] as const;

function rowsOf({ spec: { group, names } }: Definition): readonly TableRow[] {
  const file = fileURLToPath(new URL(`../../../rules/${group}/${names.kind}.cases.json`, import.meta.url));
  const table = parseCases(file, readFileSync(file, "utf8"));
  return table.cases
    .filter(({ live }) => live !== null)
    .map((row) => ({
      name: `${names.kind}: ${row.name}`,
      modes: MODES,
      first: table.base as Body,
      row,
      table,
    }));
}

/** Somebody else's edit, in two requests where status has its own. */
async function edited(client: Client, place: KubeObject, patch: object | undefined): Promise<void> {
  const { status, ...rest } = (patch ?? {}) as JsonObject;
  const resource = await client.resource(place.apiVersion, place.kind);
  const apart = resource?.subresources.includes("status") ?? false;
  const main = apart || status === undefined ? rest : { ...rest, status };
  if (Object.keys(main).length > 0) accepted(await edits("other", main)(client, place));
  if (apart && status !== undefined)
    accepted(await edits("other", { status }, { subresource: "status" })(client, place));
}

/** What the table says is stored, without what every object is given. */
function storedPatch({ stored = {} }: CasesFile): JsonObject {
  const { metadata, ...rest } = stored as JsonObject;
  const annotations = isObject(metadata) ? metadata.annotations : undefined;
  return annotations === undefined ? rest : { ...rest, metadata: { annotations } };
}

async function read(client: Client, place: KubeObject): Promise<Live> {
  const answer = await client.get(place);
  accepted(answer);
  return answer.body as unknown as Live;
}

/** Desired as OpenShift's own server takes it: an update without a host keeps the old one. */
function asTaken(desired: KubeObject, live: Live): KubeObject {
  const [spec, old] = [desired.spec, live.spec];
  if (desired.kind !== "Route" || !isObject(old)) return desired;
  return { ...desired, spec: { host: old.host, ...(spec as JsonObject) } };
}

/** An object's own fields. */
function fieldsOf({ metadata, status, ...fields }: JsonObject): JsonObject {
  return fields;
}

async function check(client: Client, { first, row, table }: TableRow, mode: Mode, place: KubeObject) {
  accepted(await writeFirst(client, mode, named(first, place)));
  if (first.kind in IMITATED) await edited(client, place, storedPatch(table));
  const untouched = caseObjects(table, { name: "", verdict: "skip" }).live as JsonObject;
  expect(differences(fieldsOf(untouched), fieldsOf(await read(client, place)))).toEqual({});
  await edited(client, place, row.live as object | undefined);

  const live = await read(client, place);
  const desired = named(caseObjects(table, row).desired, place);
  const gate = createGate({ mode, ...(mode === "apply" && { fieldManager: ME }) });
  const decision = gate.explain(desired as Wire, live as unknown as Wire);
  const said = JSON.stringify(decision, printable);
  if (mode === "replace") expect(decision.verdict, said).toBe(row.verdict);
  if (NOT_PLAIN[first.kind]?.includes(row.name)) return;
  const answer = await writePlainly(client, mode, asTaken(desired, live), live, { dryRun: true });
  const server = shown(answer, live, "unchanged");
  if (answer.code >= 300) expect(decision.reason.code, JSON.stringify(server)).toBe("unknown-field");
  else expect(agreeing(server), `${JSON.stringify(server)} ${said}`).toContain(decision.verdict);
}

/** The verdicts that agree with what the server makes of the plain write. */
function agreeing(server: unknown): readonly string[] {
  if (server === "unchanged") return ["skip"];
  return server === "own" ? ["skip", "write"] : ["write"];
}

const missing = SOURCES.filter((source) => !isAtHand(source));
if (missing.length > 0)
  test.skip("the definitions are not here: npm run facts:crds fetches them", () => undefined);
else {
  const definitions = SOURCES.flatMap(definitionsOf).map(alone);
  tableOf(
    definitions.flatMap(rowsOf),
    { crds: definitions.map((definition) => JSON.stringify(definition)).join("\n---\n") },
    { prefix: "bundled", bodyOf: ({ first }) => first, check },
  );
}
