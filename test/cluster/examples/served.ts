import { readFileSync } from "node:fs";
import { afterAll, beforeAll } from "vitest";
import type { Client } from "../../../tools/cluster/types.d.ts";
import { given, sharedClient } from "../helper.js";
import { forgetKinds, serveKinds } from "../semantics/custom-kinds.js";

const CRDS = readFileSync(new URL("custom-kinds.yaml", import.meta.url), "utf8");

/** Has the server serve the examples' custom kinds during the tests of a file. Returns what gives its administrator's client. */
export function withCustomKinds(): () => Client {
  let admin: Client | undefined;
  beforeAll(async () => {
    if (!given) return;
    admin = sharedClient();
    await serveKinds(admin, CRDS);
  });
  afterAll(async () => {
    if (admin === undefined) return;
    await forgetKinds(admin, CRDS);
    admin.close();
  });
  return () => {
    if (admin === undefined) throw new Error("no server");
    return admin;
  };
}
