import { afterAll, beforeAll, expect } from "vitest";
import { createMemoryPort } from "../../../src/adapter/testing/index.js";
import { clusterTest, freshNamespace, given, sharedClient } from "../helper.js";
import { clusterPort } from "../port.js";
import { forgetKinds, serveKinds } from "../semantics/custom-kinds.js";
import { absent } from "./absent.js";
import { creates } from "./creates.js";
import { CRDS, custom, facts } from "./custom.js";
import { operations } from "./operations.js";
import type { Row } from "./row.js";
import { differences, Tape } from "./tape.js";

const rows: readonly Row[] = [...creates, ...operations, ...absent, ...custom];

beforeAll(async () => {
  if (given) await serveKinds(sharedClient(), CRDS);
});
afterAll(async () => {
  if (given) await forgetKinds(sharedClient(), CRDS);
});

clusterTest.each(rows.map((row) => [row.name, row] as const))("%s", async (_name, { run, differs }) => {
  const client = sharedClient();
  const namespace = await freshNamespace(client);
  const served = new Tape(clusterPort(client), namespace);
  const kept = new Tape(createMemoryPort({ facts }), namespace);
  await run(served);
  await run(kept);
  if (differs === undefined) return expect(kept.outcomes).toEqual(served.outcomes);
  const found = differences(kept.outcomes, served.outcomes);
  expect(found.filter((path) => !differs.at.some((at) => at.test(path)))).toEqual([]);
  expect(differs.at.filter((at) => !found.some((path) => at.test(path)))).toEqual([]);
});
