import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Writes files below a folder. */
export function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** Runs Node.js in a folder, without options that the tests were started with. */
export function node(cwd: string, ...words: string[]): { out: string; err: string; code: number | null } {
  const env = { ...process.env, NODE_OPTIONS: "", NO_COLOR: "1" };
  const { stdout, stderr, status } = spawnSync(process.execPath, words, { cwd, env, encoding: "utf8" });
  return { out: stdout, err: stderr, code: status };
}

/** A Service as its owner states it, and as the server returns it. */
export const DESIRED = {
  apiVersion: "v1",
  kind: "Service",
  metadata: { name: "web", namespace: "shop" },
  spec: { selector: { app: "web" }, ports: [{ port: 80 }] },
};
export const LIVE = {
  ...DESIRED,
  metadata: {
    ...DESIRED.metadata,
    uid: "6b1f",
    resourceVersion: "7",
    creationTimestamp: "2026-01-02T03:04:05Z",
  },
  spec: {
    ...DESIRED.spec,
    ports: [{ port: 80, protocol: "TCP", targetPort: 80 }],
    clusterIP: "10.0.0.7",
    clusterIPs: ["10.0.0.7"],
    internalTrafficPolicy: "Cluster",
    ipFamilies: ["IPv4"],
    ipFamilyPolicy: "SingleStack",
    sessionAffinity: "None",
    type: "ClusterIP",
  },
  status: { loadBalancer: {} },
};

/** A program that prints the verdicts on the pair, as it is and with another port. */
export const VERDICTS = `
const gate = createGate({ rules: compileRules([bundledRules]) });
const desired = ${JSON.stringify(DESIRED)};
const live = ${JSON.stringify(LIVE)};
const changed = { ...desired, spec: { ...desired.spec, ports: [{ port: 81 }] } };
const decision = gate.decide(changed, live);
print([gate.decide(desired, live).verdict, decision.verdict, decision.payload().spec.clusterIP].join(" "));
`;
