import { UsageError } from "../../core/errors.js";
import type { ClusterPort, WriteOptions } from "../port/port.js";

/**
 * A port through which nothing can be stored: every write is a dry run, whatever its options say, and nothing can be deleted. All that
 * gathers evidence sees a cluster through it only.
 * @throws UsageError `bad-option` where the port cannot ask for a dry run
 */
export function dryPort(port: ClusterPort): ClusterPort {
  if (port.lacks?.includes("dryRun"))
    throw new UsageError("bad-option", "the port cannot ask for a dry run", "port");
  const dry = (options: WriteOptions = {}): WriteOptions => ({ ...options, dryRun: true });
  const { replace, apply, merge, list, toWire, forget, lacks } = port;
  return {
    read: (ref, options) => port.read(ref, options),
    create: (object, options) => port.create(object, dry(options)),
    ...(replace && { replace: (object, options) => replace.call(port, object, dry(options)) }),
    ...(apply && { apply: (object, options) => apply.call(port, object, dry(options)) }),
    ...(merge && { merge: (ref, patch, options) => merge.call(port, ref, patch, dry(options)) }),
    ...(list && { list: (query, options) => list.call(port, query, options) }),
    ...(toWire && { toWire: (object, kind) => toWire.call(port, object, kind) }),
    ...(forget && { forget: () => forget.call(port) }),
    ...(lacks && { lacks }),
  };
}
