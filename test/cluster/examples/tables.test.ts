// The tables of the examples, each case had from a server and ensured on it.

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe } from "vitest";
import { caseObjects } from "../../../src/rules/cases/objects.js";
import { type Account, accountIn } from "../account.js";
import { clusterTest, freshNamespace, given } from "../helper.js";
import { check } from "./checked.js";
import { exampleKinds, placed } from "./example.js";
import { withCustomKinds } from "./served.js";
import { canBeStaged, stage } from "./staged.js";

const admin = withCustomKinds();

const SETS = [
  { dir: "apply-operator/rules", mode: "apply" },
  { dir: "java-operator/by-ownership", mode: "apply" },
  { dir: "java-operator/by-diff", mode: "replace" },
  { dir: "java-operator/by-diff", mode: "merge" },
  { dir: "valkey-operator/rules", mode: "replace" },
  { dir: "own-defaults-operator/rules", mode: "replace" },
] as const;

describe.each(SETS)("on a server the tables hold of $dir, $mode:", async ({ dir, mode }) => {
  let namespace: string;
  let account: Account;
  beforeAll(async () => {
    if (!given) return;
    namespace = await freshNamespace(admin());
    account = await accountIn(namespace, admin());
  });
  afterAll(() => account?.client.close());
  for (const kind of await exampleKinds(dir, mode)) {
    for (const row of kind.table.cases.filter(canBeStaged)) {
      clusterTest(`${kind.kind}: ${row.name}`, async () => {
        const name = `case-${randomUUID()}`;
        const desired = await placed(admin(), caseObjects(kind.table, row).desired, name, namespace);
        await stage(admin(), kind, row, name, namespace);
        try {
          await check(admin(), account, kind, row, desired);
        } finally {
          await admin().delete(desired);
        }
      });
    }
  }
});
