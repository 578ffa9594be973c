import type { Command } from "commander";
import type { ApplyFlags } from "../commands/apply.js";
import type { Context } from "../context.js";
import { given, valued, withCluster, withFiles, withShared, withWrite } from "../shared-options.js";
import type { Finish } from "./finish.js";
import { withEnding } from "./help.js";

/** Adds `churngate apply`. */
export function addApply(program: Command, context: Context, finish: Finish): void {
  const command = program
    .command("apply")
    .description("write the objects that are not as desired, and leave the others alone")
    .addOption(
      valued("--dry-run [where]", "the server checks, but stores nothing; server where it says nothing", [
        "server",
        "none",
      ]),
    )
    .option("--show-secrets", "show the values of Secrets");
  withEnding(command, {
    examples: [
      [
        "what would be written: the server checks it, and stores nothing",
        "churngate apply -f desired.yaml --dry-run",
      ],
      ["all manifests below a directory", "churngate apply -R -f manifests"],
      [
        "by server-side apply; what other managers own stays theirs",
        "churngate apply -f desired.yaml --mode apply --field-manager my-operator --no-force",
      ],
    ],
    exits: {
      0: "all is as desired: written, or nothing to write",
      1: "with --dry-run: something would be written or created",
      2: "an error; the other objects are done all the same",
      3: "no error, but something blocked; with --dry-run, nothing to write besides",
    },
  });
  withShared(withCluster(withWrite(withFiles(command), "churngate unless chosen")), [
    "text",
    "json",
    "yaml",
  ]).action(async () => {
    const { apply } = await import("../commands/apply.js");
    finish(await apply(given<ApplyFlags>(command), context));
  });
}
