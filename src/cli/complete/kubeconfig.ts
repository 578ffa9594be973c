import { printable } from "../../prose/index.js";
import { kubeconfigFiles } from "../kubeconfig/files.js";
import { type Kubeconfig, readKubeconfig, textMember } from "../kubeconfig/read.js";
import type { Shell } from "../shell.js";
import type { Stated } from "./asked.js";

/** The names of the contexts of the kubeconfig that the words before state, else of the one that would be taken. */
export async function contextNames(stated: Stated, shell: Shell): Promise<readonly string[]> {
  const files = await filesOf(stated, shell);
  return unique(files.flatMap(({ contexts }) => [...contexts.keys()]));
}

/** The namespaces that its contexts name. No cluster is asked. */
export async function namespaceNames(stated: Stated, shell: Shell): Promise<readonly string[]> {
  const files = await filesOf(stated, shell);
  const named = files.flatMap(({ contexts }) =>
    [...contexts.values()].map((context) => textMember(context, "namespace") ?? "default"),
  );
  return unique(named);
}

async function filesOf(stated: Stated, shell: Shell): Promise<readonly Kubeconfig[]> {
  const { paths } = kubeconfigFiles(stated.get("--kubeconfig")?.at(-1), shell);
  const read = await Promise.all(paths.map((path) => readKubeconfig(path).catch(() => undefined)));
  return read.filter((each) => each !== undefined);
}

/** Each once; a name that a terminal would act on is left out. */
function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)].filter((name) => printable(name) === name).sort();
}
