import type { Command } from "commander";
import type { ClassifyFlags } from "../commands/classify.js";
import type { Context } from "../context.js";
import { given, withCluster, withFiles, withShared, withWrite } from "../shared-options.js";
import type { Finish } from "./finish.js";
import { withEnding } from "./help.js";

/** Adds `churngate classify`. */
export function addClassify(program: Command, context: Context, finish: Finish): void {
  const command = program
    .command("classify")
    .description(
      "say which strategy each kind gets, and why. Options of the cluster are for --evidence alone",
    )
    .option(
      "--evidence",
      "ask the cluster by dry runs which strategy would never be wrong; nothing is stored",
    )
    .option("--variants <n>", "with --evidence: changes of an object to ask about, at most (default: 200)");
  withEnding(command, {
    examples: [
      ["what the rules say", "churngate classify -f desired.yaml"],
      ["what a cluster's answers say", "churngate classify --evidence -f desired.yaml --context dev"],
    ],
    exits: { 0: "classified", 2: "an error" },
  });
  withShared(withCluster(withWrite(withFiles(command))), ["text", "json"]).action(async () => {
    const { classify } = await import("../commands/classify.js");
    finish(await classify(given<ClassifyFlags>(command), context));
  });
}
