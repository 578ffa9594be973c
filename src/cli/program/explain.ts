import type { Command } from "commander";
import type { ExplainFlags } from "../commands/explain.js";
import type { Context } from "../context.js";
import { given, withCluster, withFiles, withShared, withWrite } from "../shared-options.js";
import type { Finish } from "./finish.js";
import { withEnding } from "./help.js";

/** Adds `churngate explain`. */
export function addExplain(program: Command, context: Context, finish: Finish): void {
  const command = program
    .command("explain")
    .description("say for each object whether a write would change it, what, and why")
    .option("--live <file...>", "the objects as they are now: files, directories, or -; else the cluster's")
    .option("-v, --verbose", "list every difference that was passed over")
    .option("--show-secrets", "show the values of Secrets");
  withEnding(command, {
    examples: [
      ["beside the cluster of the current context", "churngate explain -f desired.yaml"],
      [
        "without a cluster: beside objects that were read before",
        "churngate explain -f desired.yaml --live live.yaml -v",
      ],
      [
        "what a server-side apply of this manager would change",
        "kubectl get -f desired.yaml -o json --show-managed-fields | churngate explain -f desired.yaml --live - --mode apply --field-manager my-operator",
      ],
      ["for programs", "churngate explain -f desired.yaml --live live.yaml -o json"],
    ],
    exits: {
      0: "nothing to write",
      1: "something would be written or created",
      2: "an error; the other objects are decided all the same",
      3: "nothing to write, something blocked",
    },
  });
  withShared(
    withCluster(withWrite(withFiles(command), "--live with --mode apply needs it; else churngate")),
    ["text", "json", "yaml", "json-patch"],
  ).action(async () => {
    const { explain } = await import("../commands/explain.js");
    finish(await explain(given<ExplainFlags>(command), context));
  });
}
