import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach } from "vitest";
import { type CompletePort, clientNodePort } from "../../../../src/adapter/client-node/index.js";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A port over a server that answers what it is asked as it is told to. */
export async function portOver(answer: RequestListener): Promise<CompletePort> {
  const server = createServer(answer);
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return clientNodePort({
    getCurrentCluster: () => ({ server: address }),
    applyToHTTPSOptions: async () => {},
  });
}

export const MAPS = { apiVersion: "v1", kind: "ConfigMap" };

/** A ConfigMap's own JSON. */
export const mapOf = (name: string, resourceVersion: string | number, more: object = {}) => ({
  ...MAPS,
  metadata: { name, namespace: "demo", resourceVersion: String(resourceVersion) },
  ...more,
});

export const lineOf = (type: string, object: object): string => `${JSON.stringify({ type, object })}\n`;

export const statusOf = (code: number, more: object = {}) => ({
  kind: "Status",
  status: "Failure",
  message: `a fault: ${code}`,
  code,
  ...more,
});
