import { parseArgs } from "node:util";

export const USAGE = `Usage: node examples/operator/dist/main.js [options]
  --metrics-port PORT     where /metrics and /healthz are served (8080)
  --lease-namespace NAME  of the lease that replicas share (default)
  --lease-seconds N       how long others leave the lease alone without a renewal (15)
  --resync-seconds N      each instance is reconciled again this often, events or none (600)
  -h, --help              prints this

The cluster is that of $KUBECONFIG, else of ~/.kube/config, else the one whose pod this is.
Exit: 0 stopped by SIGTERM or SIGINT, 1 the lease was lost, 2 a wrong call.`;

export interface Flags {
  readonly help: boolean;
  readonly metricsPort: number;
  readonly leaseNamespace: string;
  readonly leaseSeconds: number;
  readonly resyncSeconds: number;
}

/** @throws CallError */
export function flagsOf(words: readonly string[]): Flags {
  const values = parsed(words);
  return {
    help: values.help,
    metricsPort: numberOf("metrics-port", values["metrics-port"], 0, 65_535),
    leaseNamespace: values["lease-namespace"],
    leaseSeconds: numberOf("lease-seconds", values["lease-seconds"], 1, 3600),
    // A timer of Node.js holds less than 25 days.
    resyncSeconds: numberOf("resync-seconds", values["resync-seconds"], 1, 2_000_000),
  };
}

/** What whoever called has to put right, in one line. */
export class CallError extends Error {
  override readonly name = "CallError";
}

function parsed(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      options: {
        help: { type: "boolean", short: "h", default: false },
        "metrics-port": { type: "string", default: "8080" },
        "lease-namespace": { type: "string", default: "default" },
        "lease-seconds": { type: "string", default: "15" },
        "resync-seconds": { type: "string", default: "600" },
      },
    }).values;
  } catch (error) {
    throw new CallError(
      `${error instanceof Error ? error.message : String(error)} (--help lists the options)`,
    );
  }
}

function numberOf(flag: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new CallError(`--${flag} ${text}: not a whole number from ${least} to ${most}`);
}
