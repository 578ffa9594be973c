import { Audit, type AuditOptions } from "../../../../src/adapter/audit/audit.js";
import { NOOP_MS } from "../../../../src/adapter/audit/cost.js";
import type { AuditDocument } from "../../../../src/adapter/audit/document.js";
import { Lines } from "../../../../src/adapter/audit/lines.js";
import { auditReport } from "../../../../src/adapter/audit/report.js";
import type { Json } from "../../../../src/core/json.js";
import { bundledFacts } from "../../../../src/rules/facts.js";

/** What a request was, as far as it is not as usual: an update of the Deployment demo/web by the manager op, answered with 200. */
export interface Given {
  readonly level?: string;
  readonly stage?: string;
  readonly verb?: string;
  readonly query?: string;
  readonly agent?: string;
  readonly code?: number | null;
  readonly ref?: Readonly<Record<string, string>> | null;
  /** Seconds after the start at which it came in; it is answered a tenth later, unless `took` says otherwise. */
  readonly at?: number;
  readonly took?: number;
  readonly body?: Json;
  readonly answer?: Json;
  readonly auditID?: string;
  readonly annotations?: Readonly<Record<string, string>>;
}

export const START = Date.UTC(2026, 10, 30, 18);

const stamp = (seconds: number): string =>
  new Date(START + seconds * 1000).toISOString().replace("Z", "000Z");

let made = 0;

/** A line of a log, without its line feed. */
export function event(given: Given = {}): string {
  const { level = "RequestResponse", at = 0, took = 0.1, ref = {}, code = 200, body, answer } = given;
  const reference = {
    resource: "deployments",
    namespace: "demo",
    name: "web",
    apiGroup: "apps",
    apiVersion: "v1",
  };
  return JSON.stringify({
    kind: "Event",
    apiVersion: "audit.k8s.io/v1",
    level,
    auditID: given.auditID ?? `67d05418-a34b-49f4-b01d-${++made}`,
    stage: given.stage ?? "ResponseComplete",
    requestURI: `/apis/apps/v1/namespaces/demo/deployments/web${given.query ?? ""}`,
    verb: given.verb ?? "update",
    user: { username: "admin", groups: ["system:masters"] },
    sourceIPs: ["127.0.0.1"],
    userAgent: given.agent ?? "op/v1.0 (linux/amd64)",
    ...(ref !== null && { objectRef: { ...reference, ...ref } }),
    responseStatus: { metadata: {}, ...(code !== null && { code }) },
    ...(level !== "Metadata" && body !== undefined && { requestObject: body }),
    ...(level === "RequestResponse" && answer !== undefined && { responseObject: answer }),
    requestReceivedTimestamp: stamp(at),
    stageTimestamp: stamp(at + took),
    annotations: { "authorization.k8s.io/decision": "allow", ...given.annotations },
  });
}

/** A Deployment as the server answers it. */
export function web(version: number, more: { readonly [field: string]: Json } = {}, generation = 1): Json {
  const managedFields = [
    {
      manager: "op",
      operation: "Update",
      apiVersion: "apps/v1",
      time: "2026-11-30T17:00:00Z",
      fieldsType: "FieldsV1",
      fieldsV1: { "f:spec": { "f:replicas": {} } },
    },
  ];
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: {
      name: "web",
      namespace: "demo",
      uid: "u",
      resourceVersion: String(version),
      generation,
      managedFields,
    },
    spec: { replicas: 1, ...more },
  };
}

/** A PUT over one version that was answered with another. */
export function put(over: number, version: number, given: Given = {}): Given {
  return {
    ref: { resourceVersion: String(over) },
    body: web(over),
    answer: web(version, {}, version),
    ...given,
  };
}

export type AuditInput = readonly (Given | string)[];

/** What a log of these events, or lines, comes to. */
export function audited(events: AuditInput, options: Partial<AuditOptions> = {}): AuditDocument {
  return reported(auditOf([events], options));
}

export function reported(audit: Audit): AuditDocument {
  return auditReport(audit, bundledFacts, NOOP_MS);
}

/** The logs of several servers. */
export function auditOf(logs: readonly AuditInput[], options: Partial<AuditOptions> = {}): Audit {
  const audit = new Audit({ facts: bundledFacts, ...options });
  logs.forEach((events, source) => {
    const lines = new Lines(
      (bytes, start, end) => audit.line(bytes, start, end, source),
      () => audit.tooLong(),
    );
    for (const each of events) lines.push(Buffer.from(`${typeof each === "string" ? each : event(each)}\n`));
    lines.end();
  });
  audit.end();
  return audit;
}
