import type { ClusterPort } from "../../../src/adapter/port/port.js";

export interface Counted {
  readonly port: ClusterPort;
  /** The requests since it was last asked. */
  take(): readonly string[];
}

const METHODS = ["read", "create", "replace", "apply", "merge", "list", "delete"] as const;

/** The port, with each request's method noted. */
export function counted(port: ClusterPort): Counted {
  const sent: string[] = [];
  const noting = Object.fromEntries(
    METHODS.map((method) => [
      method,
      (...args: never[]) => {
        sent.push(method);
        return (port[method] as (...given: never[]) => unknown).apply(port, args);
      },
    ]),
  );
  return { port: { ...port, ...noting }, take: () => sent.splice(0) };
}

/** The port with some of its methods in place of its own. */
export function interposed(port: ClusterPort, methods: Partial<ClusterPort>): ClusterPort {
  return { ...port, ...methods };
}
