/**
 * What a port needs of a KubeConfig of @kubernetes/client-node; 1.4 and 2 have it alike, and so has the one that
 * kubernetes-fluent-client brings. Stated by shape, since two copies of a class do not fit each other.
 */
export interface KubeConfigLike {
  getCurrentCluster(): { readonly server: string } | null;
  /** Adds the agent, certificates and headers of the current context, tokens and exec plugins refreshed. */
  applyToHTTPSOptions(options: object): Promise<void>;
}

/**
 * The configuration that kubectl would use: $KUBECONFIG, ~/.kube/config, or the pod's service account. Loads client-node.
 * @throws Error where client-node is not installed
 */
export async function defaultKubeConfig(): Promise<KubeConfigLike> {
  const { KubeConfig } = await import("@kubernetes/client-node").catch((cause: unknown) => {
    throw isMissing(cause) ? new Error(MISSING, { cause }) : cause;
  });
  const kubeConfig = new KubeConfig();
  kubeConfig.loadFromDefault();
  return kubeConfig;
}

const MISSING =
  "churngate reads a kubeconfig through @kubernetes/client-node, which is not installed: npm install @kubernetes/client-node";

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND";
}
