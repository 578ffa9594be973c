import { UsageError } from "../../core/errors.js";
import type { ClusterPort } from "../port/port.js";
import type { WatchedKind, WatchKindOptions } from "./types.js";
import { Watching } from "./watching.js";

/**
 * Tells of every object of a kind, and of all that becomes of it, until the signal is aborted: lists in pages at one version, watches
 * from it, goes on from the last version where the connection ends, and lists anew where the server does not have that any more, as a
 * client-go reflector does. Objects are not kept: its memory is a key and a resourceVersion for each that is there.
 *
 * Nothing is missed but what happened between a connection's end and a list anew, of which the outcome is told (`relisted`,
 * `deleted`). A write that the server finds to change nothing makes no event.
 * @throws ApiError of a refusal (401, 403, 404, ...): at once where it comes first, after some tries where it worked before, since a
 *   server that starts anew refuses what it allows a moment later; UsageError where the port cannot watch; what `onEvent` throws
 */
export async function watchKind(
  port: ClusterPort,
  kind: WatchedKind,
  options: WatchKindOptions,
): Promise<void> {
  const { page, watch } = port;
  if (page === undefined || watch === undefined)
    throw new UsageError("bad-option", "the port can neither list by pages nor watch", "port");
  const { signal } = options;
  if (signal.aborted) return;
  try {
    await new Watching({ page: page.bind(port), watch: watch.bind(port) }, kind, options).run();
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
