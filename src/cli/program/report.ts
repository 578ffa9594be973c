import type { Command } from "commander";
import type { ReportFlags } from "../commands/report.js";
import type { Context } from "../context.js";
import { given } from "../shared-options.js";
import type { Finish } from "./finish.js";

/** Adds `churngate report`. */
export function addReport(program: Command, context: Context, finish: Finish): void {
  const command = program
    .command("report <file...>")
    .description("make one HTML page of what watch, audit, explain and apply print with -o json")
    .option("--out <page>", "write the page into this file; else it is printed")
    .addHelpText("after", EXAMPLES);
  command.action(async (files: string[]) => {
    const { report } = await import("../commands/report.js");
    finish(await report(files, given(command) as ReportFlags, context));
  });
}

const EXAMPLES = `
Examples:
  churngate report watch.json --out churn.html            who writes for nothing, when, where, and what would stop it
  churngate report watch.json audit.json --out churn.html several documents: a part of the page for each
  churngate audit audit.log -o json | churngate report - --out churn.html

The page needs no network and asks for none: it can be mailed, kept as a build's artifact, or opened from a disk.

Exit: 0 made, whatever it says; 2 error.`;
