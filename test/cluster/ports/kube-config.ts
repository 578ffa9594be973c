import { type Cluster, KubeConfig, type User } from "@kubernetes/client-node";
import { sharedCluster } from "../helper.js";

/** How client-node would be told to reach the shared cluster; with something changed. */
export function kubeConfigOf(change: { cluster?: Partial<Cluster>; user?: Partial<User> } = {}): KubeConfig {
  const { server, ca, token } = sharedCluster();
  const kubeConfig = new KubeConfig();
  kubeConfig.loadFromClusterAndUser(
    {
      name: "test",
      server,
      caData: Buffer.from(ca).toString("base64"),
      skipTLSVerify: false,
      ...change.cluster,
    },
    { name: "test", token, ...change.user },
  );
  return kubeConfig;
}

/** A user who is named in another way than by a token. */
export const NO_TOKEN: { readonly token: string } = { token: "" };
