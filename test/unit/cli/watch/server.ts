import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { JsonObject } from "../../../../src/core/json.js";

interface Resource {
  readonly name: string;
  readonly kind: string;
  readonly namespaced?: boolean;
}

const RESOURCES: readonly Resource[] = [
  { name: "configmaps", kind: "ConfigMap" },
  { name: "secrets", kind: "Secret" },
  { name: "pods", kind: "Pod" },
  { name: "namespaces", kind: "Namespace", namespaced: false },
];

/** A server of a few kinds, on which nothing happens but what it is told. */
export class WatchedServer {
  readonly server = createServer((request, response) => this.answer(request, response));
  /** Objects by plural. */
  readonly objects: Record<string, JsonObject[]> = {};
  /** Plurals that nobody may watch. */
  readonly forbidden = new Set<string>();
  /** What was asked for: path and query. */
  readonly asked: URL[] = [];
  private readonly watches = new Map<string, ServerResponse>();
  private version = 100;

  static async start(): Promise<WatchedServer> {
    const made = new WatchedServer();
    await new Promise<void>((done) => made.server.listen(0, "127.0.0.1", done));
    onTestFinished(() => {
      made.server.close();
      made.server.closeAllConnections();
    });
    return made;
  }

  get kubeconfig(): string {
    const server = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return JSON.stringify({
      "current-context": "c",
      contexts: [{ name: "c", context: { cluster: "c", user: "u" } }],
      clusters: [{ name: "c", cluster: { server } }],
      users: [{ name: "u", user: {} }],
    });
  }

  /** Whether what is sent of these from now on arrives. */
  isWatched(plural: string): boolean {
    return this.watches.has(plural);
  }

  /** An event of an object, at a version of its own, which is returned. */
  send(plural: string, type: "ADDED" | "MODIFIED" | "DELETED", object: JsonObject): string {
    const resourceVersion = String(this.version++);
    const metadata = { ...(object.metadata as JsonObject), resourceVersion };
    this.watches.get(plural)?.write(`${JSON.stringify({ type, object: { ...object, metadata } })}\n`);
    return resourceVersion;
  }

  /** Tells a watch that its version is gone. */
  expire(plural: string): void {
    const object = { kind: "Status", status: "Failure", reason: "Expired", code: 410, message: "too old" };
    this.watches.get(plural)?.end(`${JSON.stringify({ type: "ERROR", object })}\n`);
  }

  /** Cuts the connection of a watch. */
  cut(plural: string): void {
    this.watches.get(plural)?.destroy();
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? "", "http://x");
    this.asked.push(url);
    const say = (status: number, body: object): void => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    const plural = url.pathname.split("/").at(-1) ?? "";
    if (url.pathname === "/version") say(200, { major: "1" });
    else if (url.pathname === "/api") say(200, { kind: "APIVersions", versions: ["v1"] });
    else if (url.pathname === "/apis") say(200, { kind: "APIGroupList", groups: [] });
    else if (url.pathname === "/api/v1")
      say(200, { kind: "APIResourceList", resources: RESOURCES.map(served) });
    else if (this.forbidden.has(plural))
      say(403, {
        kind: "Status",
        status: "Failure",
        reason: "Forbidden",
        code: 403,
        message: `${plural} is forbidden`,
      });
    else if (url.searchParams.get("watch")) this.open(plural, response);
    else
      say(200, {
        kind: "List",
        metadata: { resourceVersion: String(this.version++) },
        items: this.objects[plural] ?? [],
      });
  }

  private open(plural: string, response: ServerResponse): void {
    response.writeHead(200, { "content-type": "application/json" });
    response.flushHeaders();
    this.watches.set(plural, response);
  }
}

function served({ name, kind, namespaced = true }: Resource): object {
  return { name, kind, namespaced, singularName: "", verbs: ["list", "watch"] };
}
