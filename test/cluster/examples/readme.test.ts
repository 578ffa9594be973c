// The code in the examples' READMEs, run against the server.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, expect } from "vitest";
import type { SetResult } from "../../../src/adapter/ensure/types.js";
import type { ClusterPort } from "../../../src/adapter/port/port.js";
import type { KubeObject } from "../../../src/core/json.js";
import { blockOf } from "../../../tools/check/readme.mjs";
import type { Client } from "../../../tools/cluster/types.d.ts";
import { accountIn } from "../account.js";
import { clusterTest, freshNamespace } from "../helper.js";
import { clusterPort } from "../port.js";
import { Cache } from "./cache.js";
import { basesIn, EXAMPLES, exampleKinds } from "./example.js";
import { withCustomKinds } from "./served.js";

const INDEX = fileURLToPath(new URL("../../../src/index.ts", import.meta.url));

/** What a README's code exports. */
interface Code {
  createReconciler(
    port: ClusterPort,
    cache: Cache,
  ): (desired: readonly KubeObject[]) => Promise<readonly SetResult[]>;
}

const folder = mkdtempSync(join(tmpdir(), "churngate-readme-"));
const admin = withCustomKinds();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The code as it stands, with the sources in place of the package, and the rules where they lie. */
async function codeOf(example: string): Promise<Code> {
  const [text = ""] = blockOf("js").exec(readFileSync(`${EXAMPLES}${example}/README.md`, "utf8")) ?? [];
  const placedText = text
    .replace('"churngate"', JSON.stringify(INDEX))
    .replace(/dirs: \["/, `dirs: ["${EXAMPLES}${example}/`);
  const file = join(folder, `${example}.mjs`);
  writeFileSync(file, placedText);
  return await import(/* @vite-ignore */ pathToFileURL(file).href);
}

clusterTest.each([
  { example: "apply-operator", rules: "rules", mode: "apply", always: [] },
  { example: "java-operator", rules: "by-ownership", mode: "apply", always: [] },
  { example: "own-defaults-operator", rules: "rules", mode: "replace", always: [] },
  { example: "valkey-operator", rules: "rules", mode: "replace", always: ["update servicemonitors"] },
] as const)("$example", async ({ example, rules, mode, always }) => {
  const namespace = await freshNamespace(admin());
  const account = await accountIn(namespace, admin());
  const cache = new Cache(clusterPort(admin()), namespace);
  const desired = await basesIn(admin(), await exampleKinds(`${example}/${rules}`, mode), namespace);
  const reconcile = (await codeOf(example)).createReconciler(clusterPort(account.client), cache);
  const results = await reconcile(desired);
  expect(results.map(({ result }) => result)).toEqual(desired.map(() => "created"));
  await cache.fill(desired);
  account.take();
  await reconcile(desired);
  expect(account.take()).toEqual(always);
  for (const object of desired)
    if (object.metadata?.namespace === undefined)
      await admin().delete(object as Parameters<Client["delete"]>[0]);
  account.client.close();
});
