import { homedir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import type { Shell } from "../shell.js";

/** The files that a kubeconfig is made of, the first of which wins. */
export interface KubeconfigFiles {
  readonly paths: readonly string[];
  /** A named file has to be there; of the others any may be missing. */
  readonly named: boolean;
}

/** Which files kubectl would read: --kubeconfig, else each of $KUBECONFIG, else ~/.kube/config. */
export function kubeconfigFiles(
  named: string | undefined,
  { env, cwd }: Pick<Shell, "env" | "cwd">,
): KubeconfigFiles {
  if (named !== undefined) return { paths: [resolve(cwd, named)], named: true };
  const listed = (env.KUBECONFIG ?? "").split(delimiter).filter((path) => path !== "");
  const home = env.HOME || env.USERPROFILE || homedir();
  const paths = env.KUBECONFIG ? listed : [join(home, ".kube", "config")];
  return { paths: [...new Set(paths.map((path) => resolve(cwd, path)))], named: false };
}
