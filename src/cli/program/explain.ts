import type { Command } from "commander";
import type { ExplainFlags } from "../commands/explain.js";
import type { Context } from "../context.js";
import { given, withCluster, withFiles, withShared, withWrite } from "../shared-options.js";
import type { Finish } from "./finish.js";

/** Adds `churngate explain`. */
export function addExplain(program: Command, context: Context, finish: Finish): void {
  const command = program
    .command("explain")
    .description("say for each object whether a write would change it, what, and why")
    .option("--live <file...>", "the objects as they are now: files, directories, or -; else the cluster's")
    .option("-v, --verbose", "list every difference that was passed over")
    .option("--show-secrets", "show the values of Secrets")
    .addHelpText("after", "\nExit: 0 nothing to write, 1 would write or create, 2 error, 3 only blocked.");
  withShared(withCluster(withWrite(withFiles(command))), ["text", "json", "yaml", "json-patch"]).action(
    async () => {
      const { explain } = await import("../commands/explain.js");
      finish(await explain(given(command) as unknown as ExplainFlags, context));
    },
  );
}
