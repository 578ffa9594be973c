import { expect } from "vitest";
import { createMemoryPort } from "../../../src/adapter/testing/index.js";
import { clusterTest, freshNamespace, sharedClient } from "../helper.js";
import { clusterPort } from "../port.js";
import { creates } from "./creates.js";
import type { Row } from "./row.js";
import { differences, Tape } from "./tape.js";

const rows: readonly Row[] = [...creates];

clusterTest.each(rows.map((row) => [row.name, row] as const))("%s", async (_name, { run, differs }) => {
  const client = sharedClient();
  const namespace = await freshNamespace(client);
  const served = new Tape(clusterPort(client), namespace);
  const kept = new Tape(createMemoryPort(), namespace);
  await run(served);
  await run(kept);
  if (differs === undefined) expect(kept.outcomes).toEqual(served.outcomes);
  else expect(differences(kept.outcomes, served.outcomes)).toEqual(differs.at);
});
