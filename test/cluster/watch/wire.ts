import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface Wire {
  /** https://127.0.0.1:PORT */
  readonly server: string;
  /** Breaks the connections that are there. */
  cut(): void;
  /** Passes on nothing more of them, and says nothing of it. */
  stall(): void;
  close(): Promise<void>;
}

/** What lies between a client and a server on loopback: passes bytes on both ways as they come. */
export async function startWire(server: string): Promise<Wire> {
  const { hostname, port } = new URL(server);
  const pairs = new Set<readonly [Socket, Socket]>();
  const listener = createServer((near) => {
    const far = connect(Number(port), hostname);
    const pair = [near, far] as const;
    pairs.add(pair);
    near.pipe(far);
    far.pipe(near);
    for (const socket of pair)
      socket
        .on("error", () => {})
        .on("close", () => {
          for (const each of pair) each.destroy();
          pairs.delete(pair);
        });
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const cut = (): void => {
    for (const [near, far] of pairs) {
      near.resetAndDestroy();
      far.destroy();
    }
  };
  return {
    server: `https://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    cut,
    stall: () => {
      for (const [near, far] of pairs) {
        far.unpipe(near);
        far.resume();
      }
    },
    close: async () => {
      listener.close();
      cut();
    },
  };
}
