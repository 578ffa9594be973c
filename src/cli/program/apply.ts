import type { Command } from "commander";
import type { ApplyFlags } from "../commands/apply.js";
import type { Context } from "../context.js";
import { given, withCluster, withFiles, withShared, withWrite } from "../shared-options.js";
import type { Finish } from "./finish.js";

/** Adds `churngate apply`. */
export function addApply(program: Command, context: Context, finish: Finish): void {
  const command = program
    .command("apply")
    .description("write the objects that are not as desired, and leave the others alone")
    .option("--dry-run [where]", "server|none: the server checks, but stores nothing")
    .option("--show-secrets", "show the values of Secrets")
    .addHelpText(
      "after",
      "\nExit: 0 all as desired, 2 error, 3 blocked; with --dry-run, 1 would write or create.",
    );
  withShared(withCluster(withWrite(withFiles(command))), ["text", "json", "yaml"]).action(async () => {
    const { apply } = await import("../commands/apply.js");
    finish(await apply(given(command) as unknown as ApplyFlags, context));
  });
}
