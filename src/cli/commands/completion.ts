import { BASH } from "../complete/bash.js";
import { FISH } from "../complete/fish.js";
import { ZSH } from "../complete/zsh.js";
import type { Context } from "../context.js";
import { EXIT } from "../shell.js";

const SCRIPTS: Readonly<Record<string, string>> = { bash: BASH, zsh: ZSH, fish: FISH };

/** `churngate completion SHELL`: the script that asks `churngate __complete` what may stand at the cursor. */
export function completion(name: string, { shell }: Context): number {
  const script = SCRIPTS[name];
  if (script === undefined) return EXIT.error;
  shell.out(script);
  return EXIT.nothing;
}
