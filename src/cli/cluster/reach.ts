import { Limit } from "../../adapter/ensure/limit.js";
import { ApiError } from "../../adapter/port/api-error.js";
import { CommandError } from "../errors.js";
import type { Settings } from "../settings.js";
import type { Cluster } from "./cluster.js";

/** Longer than any server in reach takes to say its version. */
const PATIENCE_MS = 15_000;

/**
 * Asks the server for something small: one that is not there is said once, and at once, not for each object.
 * @throws CommandError `unreachable` or `unauthorized`, the signal's reason
 */
export async function reach(cluster: Cluster, { timeoutMs }: Settings, signal?: AbortSignal): Promise<void> {
  const patience = Math.min(timeoutMs, PATIENCE_MS);
  try {
    await new Limit(signal, patience).run(patience, (stop) =>
      cluster.port.document("/version", { signal: stop }),
    );
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ApiError && error.status !== 401) return;
    throw error instanceof ApiError
      ? new CommandError(
          "unauthorized",
          `${cluster.server} does not accept the kubeconfig's credentials`,
          LOG_IN,
        )
      : new CommandError("unreachable", `${cluster.server} cannot be reached: ${causeOf(error)}`, HINT);
  }
}

const LOG_IN =
  "kubectl auth whoami shows whether kubectl gets in. Log in anew, or choose another with --context.";
const HINT = "kubectl cluster-info shows whether kubectl can. --context chooses another cluster.";

function causeOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
