import type { EnsureEvent, ObjectRef } from "churngate";

export type Log = (line: string) => void;

/** A line for each write that the server took, such as `apply Service default/demo`. What was left alone has none. */
export function logWrites(log: Log): (event: EnsureEvent) => void {
  return (event) => {
    if (event.type !== "write") return;
    const part = event.subresource === undefined ? "" : `/${event.subresource}`;
    log(`${event.verb} ${event.ref.kind}${part} ${nameOf(event.ref)}`);
  };
}

function nameOf({ namespace, name }: ObjectRef): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}

/** In one line: client-node's errors go on with the whole answer. */
export function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split("\n", 1)[0] ?? "";
}
