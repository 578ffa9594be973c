// @ts-check
// A log as an API server's audit backend writes it, of any length: the same for the same options. Controllers that are gated, blind, or moving
// their objects for nothing; leases, reads, refusals, dry runs.

/** @typedef {{ level?: string | undefined, objects?: number, reads?: number, seed?: number, bad?: boolean }} LogOptions */

const START = Date.UTC(2026, 10, 30, 18);
const LEVELS = ["Metadata", "Request", "RequestResponse"];

/** Numbers from 0 to 1, the same for the same seed (mulberry32). @param {number} seed */
function numbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** @param {number} micros since START */
function time(micros) {
  const whole = new Date(START + Math.floor(micros / 1000)).toISOString().slice(0, -1);
  return `${whole}${String(Math.floor(micros) % 1000).padStart(3, "0")}Z`;
}

/** @param {number} micros */
const second = (micros) => `${new Date(START + Math.floor(micros / 1000)).toISOString().slice(0, 19)}Z`;

/** @param {string} name @param {number} generation @param {string} image */
const deployment = (name, generation, image) => ({
  spec: {
    replicas: 3,
    selector: { matchLabels: { "app.kubernetes.io/name": name } },
    template: {
      metadata: { labels: { "app.kubernetes.io/name": name, tier: "backend" } },
      spec: {
        containers: ["main", "proxy", "metrics"].map((container) => ({
          name: container,
          image: container === "main" ? image : `registry.example.com/${container}:v1.4.2`,
          args: ["--config=/etc/app/config.yaml", "--log-level=info", `--instance=${name}`],
          env: [
            { name: "POD_NAME", valueFrom: { fieldRef: { apiVersion: "v1", fieldPath: "metadata.name" } } },
            { name: "MESSAGE", value: 'a "quoted" value, with \\ and é' },
          ],
          ports: [{ name: "http", containerPort: 8080, protocol: "TCP" }],
          resources: { limits: { cpu: "1", memory: "512Mi" }, requests: { cpu: "100m", memory: "128Mi" } },
          terminationMessagePath: "/dev/termination-log",
          terminationMessagePolicy: "File",
          imagePullPolicy: "IfNotPresent",
        })),
        restartPolicy: "Always",
        terminationGracePeriodSeconds: 30,
        dnsPolicy: "ClusterFirst",
        securityContext: {},
        schedulerName: "default-scheduler",
      },
    },
    strategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: "25%", maxSurge: "25%" } },
    revisionHistoryLimit: 10,
    progressDeadlineSeconds: 600,
  },
  status: { observedGeneration: generation, replicas: 3, updatedReplicas: 3, readyReplicas: 3 },
});

/** The kinds that are written. */
const KINDS = {
  deployments: { group: "apps", version: "v1", kind: "Deployment" },
  configmaps: { group: "", version: "v1", kind: "ConfigMap" },
  secrets: { group: "", version: "v1", kind: "Secret" },
  leases: { group: "coordination.k8s.io", version: "v1", kind: "Lease" },
};

/** Makes the lines of a log, one after the other. */
export class AuditLog {
  /** @param {LogOptions} [options] */
  constructor({ level, objects = 2000, reads = 4, seed = 1, bad = false } = {}) {
    this.level = level;
    this.reads = reads;
    this.bad = bad;
    this.random = numbers(seed);
    this.micros = 0;
    this.version = 1000;
    /** @type {string[]} */
    this.waiting = [];
    this.known = new Map();
    this.objects = objects;
  }

  /** @returns {string} without a line feed */
  line() {
    const next = this.waiting.shift();
    if (next !== undefined) return next;
    this.micros += 2000 + Math.floor(this.random() * 4000);
    if (this.bad && this.random() < 0.001)
      return '{"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"Met';
    return this.random() * (this.reads + 1) < this.reads ? this.#read() : this.#write();
  }

  /** Lines of so many bytes in all, at least. @param {number} bytes */
  *chunks(bytes) {
    for (let made = 0; made < bytes; ) {
      const lines = [];
      for (let size = 0; size < 1 << 20 && made + size < bytes; ) {
        const line = this.line();
        lines.push(line);
        size += line.length + 1;
      }
      const chunk = Buffer.from(`${lines.join("\n")}\n`);
      made += chunk.length;
      yield chunk;
    }
  }

  #level() {
    return this.level ?? LEVELS[Math.floor(this.random() * 3)] ?? "Metadata";
  }

  /** @param {Record<string, unknown>} given */
  #event({
    stage = "ResponseComplete",
    uri,
    verb,
    user,
    agent,
    ref,
    status,
    body,
    answer,
    level,
    took = 1500,
  }) {
    const event = {
      kind: "Event",
      apiVersion: "audit.k8s.io/v1",
      level: level ?? "Metadata",
      auditID: `${Math.floor(this.random() * 1e9)}-b460-4b2c-bf57-${Math.floor(this.random() * 1e12)}`,
      stage,
      requestURI: uri,
      verb,
      user: { username: user, groups: ["system:serviceaccounts", "system:authenticated"] },
      sourceIPs: ["10.0.12.7"],
      userAgent: agent,
      objectRef: ref,
      responseStatus: { metadata: {}, .../** @type {object} */ (status) },
      requestObject: level === "Metadata" ? undefined : body,
      responseObject: level === "RequestResponse" ? answer : undefined,
      requestReceivedTimestamp: time(this.micros),
      stageTimestamp: time(this.micros + Number(took)),
      annotations: { "authorization.k8s.io/decision": "allow", "authorization.k8s.io/reason": "" },
    };
    // As Go writes JSON.
    return JSON.stringify(event)
      .replaceAll("<", "\\u003c")
      .replaceAll(">", "\\u003e")
      .replaceAll("&", "\\u0026");
  }

  #read() {
    const verb = ["get", "list", "watch"][Math.floor(this.random() * 3)];
    const ref = { resource: "pods", namespace: "demo", name: `pod-${this.version % 97}`, apiVersion: "v1" };
    const read = {
      uri: "/api/v1/namespaces/demo/pods?limit=500&resourceVersion=0",
      verb,
      user: "system:node:worker-7",
      agent: "kubelet/v1.36.3 (linux/amd64) kubernetes/7b2f5ae",
      ref,
      status: { code: 200 },
    };
    if (verb !== "watch") return this.#event(read);
    this.waiting.push(this.#event(read));
    return this.#event({ ...read, stage: "ResponseStarted" });
  }

  #write() {
    const which = this.random();
    if (which < 0.3) return this.#update("leases", "kube-scheduler", "change", "update");
    if (which < 0.45) return this.#update("deployments", "blind", "no-op", "apply");
    if (which < 0.55) return this.#update("deployments", "gated", "change", "update");
    if (which < 0.62) return this.#update("configmaps", "repeating", "no-op", "update");
    if (which < 0.7) return this.#update("deployments", "mover", "move", "update");
    if (which < 0.75) return this.#update("secrets", "rotator", "change", "update");
    if (which < 0.8) return this.#refused();
    if (which < 0.84) return this.#review();
    if (which < 0.88) return this.#update("deployments", "planner", "dry-run", "apply");
    return this.#created();
  }

  /**
   * @param {keyof typeof KINDS} resource @param {string} manager
   * @param {"no-op" | "change" | "move" | "dry-run"} effect @param {"apply" | "update"} way
   */
  #update(resource, manager, effect, way) {
    const { group, version, kind } = KINDS[resource];
    const name = `${manager}-${Math.floor(this.random() * this.objects)}`;
    const apiVersion = group === "" ? version : `${group}/${version}`;
    const key = `${resource}/${name}`;
    const before = this.known.get(key) ?? { version: String(this.version++), generation: 1, change: 0 };
    const after = { ...before };
    if (effect === "change" || effect === "move") after.version = String(this.version++);
    if (effect === "move") after.generation += 1;
    if (effect === "change") {
      after.generation += 1;
      after.change += 1;
    }
    if (effect !== "dry-run") this.known.set(key, after);
    const object = (/** @type {typeof before} */ state) => ({
      kind,
      apiVersion,
      metadata: {
        name,
        namespace: "demo",
        uid: `fc2c2a46-d987-4bd8-8d3c-${key.length}af6b7032a65`,
        resourceVersion: state.version,
        generation: state.generation,
        creationTimestamp: "2026-11-30T17:00:00Z",
        managedFields: [
          {
            manager,
            operation: way === "apply" ? "Apply" : "Update",
            apiVersion,
            time: effect === "change" ? second(this.micros) : "2026-11-30T17:00:00Z",
            fieldsType: "FieldsV1",
            fieldsV1: {
              "f:spec": { "f:template": { "f:spec": { "f:containers": { 'k:{"name":"main"}': {} } } } },
            },
          },
        ],
      },
      ...this.#content(resource, name, state),
    });
    const dryRun = effect === "dry-run" ? "dryRun=All&" : "";
    const query = way === "apply" ? `?${dryRun}fieldManager=${manager}&force=true` : "";
    const prefix = group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
    return this.#event({
      uri: `${prefix}/namespaces/demo/${resource}/${name}${query}`,
      verb: way === "apply" ? "patch" : "update",
      user: `system:serviceaccount:demo:${manager}`,
      agent: `${manager}/v1.2.3 (linux/amd64)`,
      ref: {
        resource,
        namespace: "demo",
        name,
        ...(group === "" ? {} : { apiGroup: group }),
        apiVersion: version,
        ...(way === "update" ? { resourceVersion: before.version } : {}),
      },
      status: { code: 200 },
      level: this.#level(),
      body: object(before),
      answer: object(after),
    });
  }

  /** @param {keyof typeof KINDS} resource @param {string} name @param {{ generation: number, change: number }} state */
  #content(resource, name, { generation, change }) {
    switch (resource) {
      case "deployments":
        return deployment(name, 1, `registry.example.com/main:v1.0.${change}`);
      case "leases":
        return {
          spec: { holderIdentity: name, leaseDurationSeconds: 15, renewTime: time(generation * 2e6) },
        };
      case "secrets":
        return { data: { password: Buffer.from(`secret ${change}`).toString("base64") }, type: "Opaque" };
      default:
        return { data: { "app.conf": `retries=3\ntimeout=5\nchange=${change}\n`.repeat(20) } };
    }
  }

  #refused() {
    const name = `gated-${Math.floor(this.random() * this.objects)}`;
    return this.#event({
      uri: `/apis/apps/v1/namespaces/demo/deployments/${name}`,
      verb: "update",
      user: "system:serviceaccount:demo:gated",
      agent: "gated/v1.2.3 (linux/amd64)",
      ref: { resource: "deployments", namespace: "demo", name, apiGroup: "apps", apiVersion: "v1" },
      status: { status: "Failure", message: 'the object "has been modified"', reason: "Conflict", code: 409 },
    });
  }

  #review() {
    return this.#event({
      uri: "/apis/authorization.k8s.io/v1/subjectaccessreviews",
      verb: "create",
      user: "system:kube-proxy",
      agent: "kube-rbac-proxy/v0.18",
      ref: { resource: "subjectaccessreviews", apiGroup: "authorization.k8s.io", apiVersion: "v1" },
      status: { code: 201 },
    });
  }

  #created() {
    const name = `event-${this.version++}`;
    return this.#event({
      uri: "/api/v1/namespaces/demo/events",
      verb: "create",
      user: "system:node:worker-7",
      agent: "kubelet/v1.36.3 (linux/amd64) kubernetes/7b2f5ae",
      ref: { resource: "events", namespace: "demo", name, apiVersion: "v1" },
      status: { code: 201 },
    });
  }
}
