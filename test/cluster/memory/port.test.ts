import { expect } from "vitest";
import { createMemoryPort } from "../../../src/adapter/testing/index.js";
import { clusterTest, freshNamespace, sharedClient } from "../helper.js";
import { clusterPort } from "../port.js";
import { creates } from "./creates.js";
import { operations } from "./operations.js";
import type { Row } from "./row.js";
import { differences, Tape } from "./tape.js";

const rows: readonly Row[] = [...creates, ...operations];

clusterTest.each(rows.map((row) => [row.name, row] as const))("%s", async (_name, { run, differs }) => {
  const client = sharedClient();
  const namespace = await freshNamespace(client);
  const served = new Tape(clusterPort(client), namespace);
  const kept = new Tape(createMemoryPort(), namespace);
  await run(served);
  await run(kept);
  if (process.env.SHOW) {
    const value = (root: unknown, path: string) =>
      path.split("/").reduce<any>((at: any, key) => at?.[key], root);
    for (const path of differences(kept.outcomes, served.outcomes))
      console.log(
        "\n" +
          `\n@@ ${_name.slice(0, 40)} | ${path} | mem=${JSON.stringify(value(kept.outcomes, path))} | srv=${JSON.stringify(value(served.outcomes, path))}`.slice(
            0,
            420,
          ),
      );
  }
  if (differs === undefined) return expect(kept.outcomes).toEqual(served.outcomes);
  const found = differences(kept.outcomes, served.outcomes);
  expect(found.filter((path) => !differs.at.some((at) => at.test(path)))).toEqual([]);
  expect(differs.at.filter((at) => !found.some((path) => at.test(path)))).toEqual([]);
});
