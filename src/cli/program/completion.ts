import type { Command } from "commander";
import type { Context } from "../context.js";
import { valuedArgument } from "../shared-options.js";
import type { Finish } from "./finish.js";
import { withEnding } from "./help.js";

/** Adds `churngate completion`. */
export function addCompletion(program: Command, context: Context, finish: Finish): void {
  const command = program
    .command("completion")
    .description("print a script that completes commands, options and their values in a shell")
    .addArgument(valuedArgument("<shell>", "which shell it is for", ["bash", "zsh", "fish"]));
  withEnding(command, {
    examples: [
      ["bash, in ~/.bashrc", "source <(churngate completion bash)"],
      ["zsh, in ~/.zshrc, behind compinit", "source <(churngate completion zsh)"],
      ["fish, once", "churngate completion fish > ~/.config/fish/completions/churngate.fish"],
    ],
    exits: { 0: "printed", 2: "no such shell" },
  }).addHelpText(
    "after",
    `
kubectl completes \`kubectl churngate\` by itself where its own completion is set up and kubectl_complete-churngate is
on the PATH: it is installed beside churngate.`,
  );
  command.action(async (shell: string) => {
    const { completion } = await import("../commands/completion.js");
    finish(completion(shell, context));
  });
}
