import type { Command } from "commander";
import type { ReportFlags } from "../commands/report.js";
import type { Context } from "../context.js";
import { given } from "../shared-options.js";
import type { Finish } from "./finish.js";
import { withEnding } from "./help.js";

/** Adds `churngate report`. */
export function addReport(program: Command, context: Context, finish: Finish): void {
  const command = program
    .command("report <file...>")
    .description("make one HTML page of what watch, audit, explain and apply print with -o json")
    .option("--out <page>", "write the page into this file; else it is printed");
  withEnding(command, {
    examples: [
      [
        "who writes for nothing, when, where, and what would stop it",
        "churngate report watch.json --out churn.html",
      ],
      [
        "several documents: a part of the page for each",
        "churngate report watch.json audit.json --out churn.html",
      ],
      ["as it comes", "churngate audit audit.log -o json | churngate report - --out churn.html"],
    ],
    exits: { 0: "made, whatever it says", 2: "an error" },
  }).addHelpText(
    "after",
    "\nThe page needs no network and asks for none: it can be mailed, kept as a build's artifact, or opened from a disk.",
  );
  command.action(async (files: string[]) => {
    const { report } = await import("../commands/report.js");
    finish(await report(files, given<ReportFlags>(command), context));
  });
}
