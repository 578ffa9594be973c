import { KubeConfig } from "@kubernetes/client-node";
import { CallError } from "./flags.js";

/** Where client-node goes if it finds no kubeconfig. It refuses to send anything there, again and again. */
const FALLBACK = "http://localhost:8080";

/**
 * The kubeconfig of $KUBECONFIG, else of ~/.kube/config, else the pod's.
 * @throws CallError where there is none, or it chooses no cluster
 */
export function loadKubeConfig(): KubeConfig {
  const kubeConfig = new KubeConfig();
  try {
    kubeConfig.loadFromDefault();
  } catch (error) {
    throw new CallError(
      `the kubeconfig cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  const cluster = kubeConfig.getCurrentCluster();
  if (cluster === null) throw new CallError("the kubeconfig's current context names no cluster");
  if (cluster.server === FALLBACK && !cluster.skipTLSVerify)
    throw new CallError("no kubeconfig: export KUBECONFIG in this terminal (npm run cluster prints it)");
  return kubeConfig;
}
