import type { JsonObject } from "../../core/json.js";
import { nearest } from "../../rules/nearest.js";
import type { Shell } from "../shell.js";
import { absoluteCluster, absoluteUser } from "./absolute.js";
import { kubeconfigFiles } from "./files.js";
import { inCluster } from "./in-cluster.js";
import { type Kubeconfig, readKubeconfig, textMember, wrong } from "./read.js";
import type { Target } from "./types.js";

export interface TargetOptions {
  readonly kubeconfig?: string | undefined;
  readonly context?: string | undefined;
  /** Where a pod finds its service account. */
  readonly serviceAccount?: string;
}

/**
 * The cluster that kubectl would talk to (clientcmd's loading rules): the files that are there are merged, the first that sets
 * a name or the current context wins; without any of these, a pod's service account.
 * @throws CommandError `bad-kubeconfig`
 */
export async function targetOf(
  { kubeconfig, context, serviceAccount }: TargetOptions,
  shell: Pick<Shell, "env" | "cwd">,
): Promise<Target> {
  const { paths, named } = kubeconfigFiles(kubeconfig, shell);
  const read = await Promise.all(paths.map(readKubeconfig));
  const files = read.filter((each) => each !== undefined);
  if (named && files.length === 0) throw wrong(paths[0], "there is no such kubeconfig");
  const chosen = context ?? files.find((each) => each.current !== undefined)?.current;
  if (chosen !== undefined) return contextTarget(chosen, files, paths);
  const pod = files.every(isEmpty) ? inCluster(shell.env, serviceAccount) : undefined;
  if (pod !== undefined) return pod;
  if (files.every(isEmpty)) {
    const hint = "Name one by --kubeconfig FILE or in $KUBECONFIG.";
    throw wrong(undefined, `no kubeconfig: nothing is in ${paths.join(", ")}`, hint);
  }
  const hint = `Choose one by --context, or by kubectl config use-context: ${names(files)}`;
  throw wrong(files[0]?.path, "no context is the current one", hint);
}

function contextTarget(name: string, files: readonly Kubeconfig[], paths: readonly string[]): Target {
  const found = lookUp(files, "contexts", name);
  if (found === undefined) {
    if (files.every(isEmpty)) throw wrong(undefined, `no context ${name}: nothing is in ${paths.join(", ")}`);
    const near = nearest(name, [...contextsOf(files)]);
    const hint = `${near === undefined ? "" : `Did you mean ${near}? `}There are: ${names(files)}`;
    throw wrong(files.map(({ path }) => path).join(", "), `there is no context ${name}`, hint);
  }
  const clusterName = textMember(found.entry, "cluster");
  if (clusterName === undefined) throw wrong(found.path, `context ${name} names no cluster`);
  const cluster = lookUp(files, "clusters", clusterName);
  const server = cluster && textMember(cluster.entry, "server");
  if (cluster === undefined) {
    throw wrong(found.path, `context ${name} names a cluster ${clusterName} that is not there`);
  }
  if (server === undefined) throw wrong(cluster.path, `cluster ${clusterName} has no server`);
  const userName = textMember(found.entry, "user");
  const user = userName === undefined ? undefined : lookUp(files, "users", userName);
  if (userName !== undefined && user === undefined) {
    throw wrong(found.path, `context ${name} names a user ${userName} that is not there`);
  }
  return {
    server,
    context: name,
    namespace: textMember(found.entry, "namespace"),
    cluster: absoluteCluster(cluster.entry, cluster.path),
    user: user === undefined ? {} : absoluteUser(user.entry, user.path),
  };
}

function lookUp(
  files: readonly Kubeconfig[],
  list: "contexts" | "clusters" | "users",
  name: string,
): { readonly entry: JsonObject; readonly path: string } | undefined {
  for (const file of files) {
    const entry = file[list].get(name);
    if (entry !== undefined) return { entry, path: file.path };
  }
  return undefined;
}

function contextsOf(files: readonly Kubeconfig[]): ReadonlySet<string> {
  return new Set(files.flatMap(({ contexts }) => [...contexts.keys()]));
}

function names(files: readonly Kubeconfig[]): string {
  return [...contextsOf(files)].join(", ") || "it has none";
}

function isEmpty({ contexts, clusters, users }: Kubeconfig): boolean {
  return contexts.size + clusters.size + users.size === 0;
}
