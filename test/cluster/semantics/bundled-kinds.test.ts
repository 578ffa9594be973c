// The tables of the bundled rules of custom kinds, on a server that has these kinds' own definitions.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { forEachAtOnce } from "../../../src/adapter/pool.js";
import type { Mode } from "../../../src/core/decision.js";
import { isList, isObject, type Json, type JsonObject } from "../../../src/core/json.js";
import type { CasesFile, RuleCase } from "../../../src/generated/cases.js";
import { caseObjects } from "../../../src/rules/cases/objects.js";
import type { Client, KubeObject } from "../../../tools/cluster/types.d.ts";
import { given, sharedClient } from "../helper.js";
import { CRDS, DEFINED, decide, disagreement, edited, read, TABLES, write } from "./bundled-kinds.js";
import { forgetKinds, serveKinds } from "./custom-kinds.js";
import { printable } from "./gate.js";
import { tableOf } from "./table.js";
import { type Body, named } from "./writes.js";

/** Rows of which the plain write says otherwise than the verdict, by kind. */
const NOT_PLAIN: Readonly<Record<string, readonly string[]>> = {
  Application: [
    // Ignored by the rule.
    "an empty status, as Go's types print it",
    // A PUT that states finalizers takes others' away; the gate's own does not.
    "a finalizer of Argo CD's own",
  ],
  // The server keeps the order of a set; it is no reason to write.
  OperatorGroup: ["the namespaces in another order"],
  // OpenShift sorts them.
  SecurityContextConstraints: ["volume types in another order"],
};

const MODES = ["replace", "apply"] as const;

interface TableRow {
  readonly name: string;
  readonly modes: readonly Mode[];
  readonly row: RuleCase;
  readonly table: CasesFile;
}

const rows: readonly TableRow[] = TABLES.flatMap(({ kind, table }) =>
  table.cases
    .filter(({ live }) => live !== null)
    .map((row) => ({ name: `${kind}: ${row.name}`, modes: MODES, row, table })),
);

async function checkRow(client: Client, { row, table }: TableRow, mode: Mode, place: KubeObject) {
  await write(client, table, mode, place);
  await edited(client, place, (row.live ?? {}) as JsonObject);
  const live = await read(client, place);
  const desired = named(caseObjects(table, row).desired, place);
  const decision = decide(mode, desired, live);
  if (mode === "replace") expect(decision.verdict, JSON.stringify(decision, printable)).toBe(row.verdict);
  if (NOT_PLAIN[table.base.kind]?.includes(row.name)) return;
  expect(await disagreement(client, mode, desired, live)).toBeUndefined();
}

/** What else desired could state, one place at a time: left out, null, empty, put otherwise. */
function* otherwise(
  value: Json | undefined,
  path: string,
): Generator<readonly [name: string, value: Json | undefined]> {
  yield [`${path} left out`, undefined];
  yield [`${path} null`, null];
  yield [`${path} empty`, emptyOf(value)];
  if (isList(value) && value.length > 1) yield [`${path} the other way round`, [...value].reverse()];
  if (!isObject(value) && !isList(value)) return;
  for (const [key, member] of Object.entries(value)) {
    for (const [name, changed] of otherwise(member, `${path}.${key}`)) yield [name, put(value, key, changed)];
  }
}

function emptyOf(value: Json | undefined): Json {
  if (isList(value)) return [];
  if (isObject(value)) return {};
  return typeof value === "string" ? "" : typeof value === "number" ? 0 : false;
}

function put(value: JsonObject | readonly Json[], key: string, changed: Json | undefined): Json {
  const entries = Object.entries<Json | undefined>(value as JsonObject)
    .map(([name, member]) => [name, name === key ? changed : member] as const)
    .filter(([, member]) => member !== undefined);
  return isList(value) ? entries.map(([, member]) => member as Json) : Object.fromEntries(entries);
}

/** Places whose order the server keeps, or OpenShift sorts, and the gate takes as a set. */
const SETS = new Set([
  "OperatorGroup.spec.targetNamespaces the other way round",
  "SecurityContextConstraints.volumes the other way round",
]);

const DRY_RUNS_AT_ONCE = 4;

const KEPT = new Set(["apiVersion", "kind", "metadata"]);

async function checkPlaces(client: Client, { table }: Omit<TableRow, "row">, mode: Mode, place: KubeObject) {
  await write(client, table, mode, place);
  const live = await read(client, place);
  const wrong: string[] = [];
  const fields = Object.entries(table.base as JsonObject).filter(([field]) => !KEPT.has(field));
  const asked = fields.flatMap(([field, value]) =>
    [...otherwise(value, field)].map(([name, changed]) => ({ name, field, changed })),
  );
  await forEachAtOnce(asked, DRY_RUNS_AT_ONCE, async ({ name, field, changed }) => {
    if (SETS.has(`${table.base.kind}.${name}`)) return;
    const desired = named(put(table.base as JsonObject, field, changed) as JsonObject, place);
    const found = await disagreement(client, mode, desired, live);
    if (found !== undefined) wrong.push(`${name}: ${found}`);
  });
  expect(wrong).toEqual([]);
}

if (!DEFINED) test.skip("the definitions are not here: npm run facts:crds fetches them", () => undefined);
else {
  let client: Client | undefined;
  beforeAll(async () => {
    if (!given) return;
    client = sharedClient();
    await serveKinds(client, CRDS);
  });
  afterAll(async () => {
    if (client === undefined) return;
    await forgetKinds(client, CRDS);
    client.close();
  });

  describe("each row", () => {
    const of = { prefix: "row", bodyOf: ({ table }: TableRow) => table.base as Body, check: checkRow };
    tableOf(rows, {}, of);
  });
  describe("every place otherwise", () => {
    const kinds = TABLES.map(({ kind, table }) => ({ name: kind, modes: MODES, table }));
    const bodyOf = ({ table }: Omit<TableRow, "row">) => table.base as Body;
    tableOf(kinds, {}, { prefix: "place", bodyOf, check: checkPlaces });
  });
}
