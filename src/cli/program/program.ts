import { readFileSync } from "node:fs";
import { Command } from "commander";
import type { Context } from "../context.js";
import { addApply } from "./apply.js";
import { addAudit } from "./audit.js";
import { addClassify } from "./classify.js";
import { addCompletion } from "./completion.js";
import { usageErrorText } from "./errors.js";
import { addExplain } from "./explain.js";
import type { Finish } from "./finish.js";
import { HELP, withEnding } from "./help.js";
import { addHelp } from "./help-command.js";
import { addLearn } from "./learn.js";
import { addReport } from "./report.js";
import { addRules } from "./rules.js";
import { allCommands } from "./tree.js";
import { addWatch } from "./watch.js";

/** How wide help is that goes to no terminal. */
const PIPED = 80;

/** The commands, each loaded when it is called. `finish` takes the exit code. */
export function buildProgram(context: Context, finish: Finish): Command {
  const { shell } = context;
  const width = (): number => shell.columns ?? PIPED;
  // Stated first, since each command takes them over when it is added.
  const program = new Command(shell.program)
    .description("Says whether a write to a Kubernetes object would change anything, and why.")
    .version(version())
    .configureHelp(HELP)
    .exitOverride()
    .configureOutput({
      writeOut: shell.out,
      writeErr: shell.err,
      getOutHelpWidth: width,
      getErrHelpWidth: width,
    });
  withEnding(program, {
    examples: [
      [
        "what a write of these objects would change, beside the current context's cluster",
        "churngate explain -f desired.yaml",
      ],
      ["writes what is not as desired", "churngate apply -f desired.yaml"],
      ["all about one command", "churngate help explain"],
    ],
    exits: {
      0: "done; nothing to write",
      1: "something would be written, or a check failed",
      2: "an error",
      3: "something blocked",
    },
  });
  addExplain(program, context, finish);
  addApply(program, context, finish);
  addClassify(program, context, finish);
  addLearn(program, context, finish);
  addWatch(program, context, finish);
  addReport(program, context, finish);
  addRules(program, context, finish);
  addAudit(program, context, finish);
  addCompletion(program, context, finish);
  addHelp(program);
  for (const command of allCommands(program))
    command.configureOutput({ outputError: (text, write) => write(usageErrorText(text, command)) });
  return program;
}

/** The version that package.json states; it lies as far above the source as above what is built of it. */
function version(): string {
  const { version } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")) as {
    version: string;
  };
  return version;
}
