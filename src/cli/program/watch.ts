import type { Command } from "commander";
import type { WatchFlags } from "../commands/watch.js";
import type { Context } from "../context.js";
import { given, withShared } from "../shared-options.js";
import type { Finish } from "./finish.js";
import { withEnding } from "./help.js";

/** Adds `churngate watch`. */
export function addWatch(program: Command, context: Context, finish: Finish): void {
  const command = program
    .command("watch [kind...]")
    .description(
      "say who changes objects for nothing or back and forth, while it happens, and what would stop it. Kinds are named as for kubectl; without one, all but pods, nodes, events, endpoints, leases and what else comes and goes by itself, and Secrets. It needs the rights to list and watch them, and writes nothing",
    )
    .option("-n, --namespace <name>", "watch this namespace; else all")
    .option("-A, --all-namespaces", "watch all namespaces, whatever churngate.json says")
    .option("-l, --selector <labels>", "watch objects with these labels: key=value,key2!=value2")
    .option("--for <duration>", "end by itself after so long, such as 10m; else when it is interrupted")
    .option("--fail-on-churn", "exit with 1 where churn was found")
    .option("--memory <MiB>", "for the last versions of objects, at most (default: 256)")
    .option("--kubeconfig <file>", "in place of $KUBECONFIG and ~/.kube/config")
    .option("--context <name>", "the kubeconfig's context to use")
    .option("--timeout <duration>", "for the cluster's first answer (default: 60s)");
  withEnding(command, {
    examples: [
      ["who churns, in all namespaces; Ctrl-C ends it and prints the report", "churngate watch"],
      [
        "two kinds of one namespace, for ten minutes",
        "churngate watch deploy,networkpolicies -n demo --for 10m",
      ],
      [
        "in CI, while the tests run: fails where anybody churns",
        "churngate watch deployments.apps widgets.example.com --for 5m --fail-on-churn -o json",
      ],
    ],
    exits: {
      0: "watched; without --for, a signal is how it ends",
      1: "with --fail-on-churn: churn was found",
      2: "an error: of the call, or the server lets a kind not be watched that was named",
    },
  });
  withShared(command, ["text", "json"]).action(async (kinds: string[]) => {
    const { watch } = await import("../commands/watch.js");
    finish(await watch(kinds, given<WatchFlags>(command), context));
  });
}
