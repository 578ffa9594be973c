import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { clusterAvailable } from "../../tools/cluster/binaries.mjs";
import { ensureBinaries } from "../../tools/cluster/build.mjs";
import { startCluster } from "../../tools/cluster/start.mjs";
import type { Connection } from "../../tools/cluster/types.d.ts";

const AUDIT_POLICY = fileURLToPath(new URL("audit-policy.yaml", import.meta.url));

/** The API server that the tests of this folder share; or why there is none, and whether they may go without. */
type Shared =
  | (Connection & {
      readonly version: string;
      /** The file in which it notes the requests of service accounts. */
      readonly auditLog: string;
    })
  | { readonly why: string; readonly optional: boolean };

declare module "vitest" {
  interface ProvidedContext {
    cluster: Shared;
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
const say = (text: string) => console.error(`cluster tests: ${text}`);

/** Why no API server can be had on this machine. */
async function whyNone(version: string | undefined): Promise<string | undefined> {
  const availability = clusterAvailable(version);
  if (!availability.available) return availability.why;
  try {
    await ensureBinaries(version, say);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/** Starts the API server, of the version in CHURNGATE_KUBERNETES where that is set. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const version = process.env.CHURNGATE_KUBERNETES || undefined;
  const why = await whyNone(version);
  if (why !== undefined) {
    const optional = !process.env.CI;
    say(`${optional ? "most are skipped" : "most cannot run"}: ${why}`);
    project.provide("cluster", { why, optional });
    return undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), "churngate-audit-"));
  const forget = () => rmSync(folder, { recursive: true, force: true });
  try {
    const auditLog = join(folder, "audit.log");
    const apiServerFlags = [`--audit-policy-file=${AUDIT_POLICY}`, `--audit-log-path=${auditLog}`];
    const cluster = await startCluster({ version, apiServerFlags });
    const { server, ca, token } = cluster;
    project.provide("cluster", { server, ca, token, version: cluster.version, auditLog });
    return async () => {
      await cluster.stop();
      forget();
    };
  } catch (error) {
    forget();
    // Thrown from here, it would keep the tests of other folders from running.
    project.provide("cluster", { why: messageOf(error), optional: false });
    return undefined;
  }
}
