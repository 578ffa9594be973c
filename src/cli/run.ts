import { CommanderError } from "commander";
import type { ClusterFactory } from "./cluster/cluster.js";
import type { Context } from "./context.js";
import type { EngineFactory } from "./engine.js";
import { printError } from "./print-error.js";
import { buildProgram } from "./program/program.js";
import { EXIT, type Shell } from "./shell.js";

/**
 * Runs one call of the command line: `arguments_` as the shell gave them, without the program's name.
 * @returns the exit code; nothing is thrown.
 */
export async function run(
  arguments_: readonly string[],
  shell: Shell,
  engine: EngineFactory,
  cluster: ClusterFactory,
): Promise<number> {
  const context: Context = { shell, engine, cluster };
  let code: number = EXIT.nothing;
  try {
    const program = buildProgram(context, (finished) => {
      code = finished;
    });
    const [first, ...words] = arguments_;
    if (first === "__complete") {
      const { complete } = await import("./complete/answer.js");
      shell.out(await complete(program, words, context));
      return EXIT.nothing;
    }
    await program.parseAsync(arguments_, { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.nothing : EXIT.error;
    printError(error, shell);
    return EXIT.error;
  }
}
