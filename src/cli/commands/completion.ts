import { BASH } from "../complete/bash.js";
import { FISH } from "../complete/fish.js";
import { ZSH } from "../complete/zsh.js";
import type { Context } from "../context.js";
import { CommandError } from "../errors.js";
import { EXIT } from "../shell.js";

const SCRIPTS: Readonly<Record<string, string>> = { bash: BASH, zsh: ZSH, fish: FISH };

/** `churngate completion SHELL`: the script that asks `churngate __complete` what may stand at the cursor. */
export function completion(name: string, { shell }: Context): number {
  const script = Object.hasOwn(SCRIPTS, name) ? SCRIPTS[name] : undefined;
  if (script === undefined)
    throw new CommandError(
      "bad-option",
      `completion ${name}: not one of ${Object.keys(SCRIPTS).join(", ")}`,
      "Such as: source <(churngate completion bash)",
    );
  shell.out(script);
  return EXIT.nothing;
}
