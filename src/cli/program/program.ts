import { readFileSync } from "node:fs";
import { Command } from "commander";
import type { Context } from "../context.js";
import { addApply } from "./apply.js";
import { addClassify } from "./classify.js";
import { addExplain } from "./explain.js";
import type { Finish } from "./finish.js";
import { addLearn } from "./learn.js";
import { addReport } from "./report.js";
import { addRules } from "./rules.js";

/** The commands, each loaded when it is called. `finish` takes the exit code. */
export function buildProgram(context: Context, finish: Finish): Command {
  const program = new Command(context.shell.program)
    .description("Says whether a write to a Kubernetes object would change anything, and why.")
    .version(version())
    .configureHelp({ showGlobalOptions: true });
  addExplain(program, context, finish);
  addApply(program, context, finish);
  addClassify(program, context, finish);
  addLearn(program, context, finish);
  addReport(program, context, finish);
  addRules(program, context, finish);
  return program;
}

/** The version that package.json states; it lies as far above the source as above what is built of it. */
function version(): string {
  const { version } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")) as {
    version: string;
  };
  return version;
}
