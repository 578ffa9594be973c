import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";

/** A ConfigMap of that name. */
export const named = (name: string) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name },
  data: { a: "1" },
});

/** A kubeconfig with one context, of that server. */
export const kubeconfig = (server: string, user: object = {}) =>
  JSON.stringify({
    "current-context": "c",
    contexts: [{ name: "c", context: { cluster: "c", user: "u" } }],
    clusters: [{ name: "c", cluster: { server } }],
    users: [{ name: "u", user }],
  });

/** A server that stores an object whose name begins with `a`, and answers no other write. */
export async function slowServer(onWrite: (body: string) => void) {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    const say = (status: number, object: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(object));
    if (request.url === "/api/v1") {
      say(200, {
        kind: "APIResourceList",
        resources: [
          { kind: "ConfigMap", name: "configmaps", namespaced: true },
          { kind: "Namespace", name: "namespaces", namespaced: false },
        ],
      });
    } else if (request.method === "GET") {
      say(404, { kind: "Status", reason: "NotFound", details: { kind: "configmaps" } });
    } else if (body.includes('"name":"a')) {
      say(201, JSON.parse(body));
    } else {
      onWrite(body);
    }
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
