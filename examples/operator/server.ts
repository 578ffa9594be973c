import { createServer, type Server } from "node:http";
import type { Registry } from "prom-client";
import { CallError } from "./flags.js";

/** Serves /metrics, and /healthz for the kubelet. Resolves when it listens. @throws CallError where the port cannot be had */
export function serve(registry: Registry, port: number): Promise<Server> {
  const server = createServer(async (request, response) => {
    if (request.url === "/metrics") {
      response.setHeader("Content-Type", registry.contentType);
      response.end(await registry.metrics());
      return;
    }
    response.statusCode = request.url === "/healthz" ? 200 : 404;
    response.end();
  });
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(new CallError(`port ${port} cannot be had (${error.code}): choose another by --metrics-port`)),
    );
    server.listen(port, () => resolve(server));
  });
}
