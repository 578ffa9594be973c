import { apiPort, type CompletePort } from "./api-port.js";
import { defaultKubeConfig, type KubeConfigLike } from "./kube-config.js";
import { toWire } from "./to-wire.js";
import { createTransport } from "./transport.js";

export interface ClientNodePortOptions {
  /** What requests say they come from; `churngate` unless given. */
  readonly userAgent?: string;
}

/**
 * A cluster as a KubeConfig of @kubernetes/client-node reaches it: its tokens, exec plugins, certificates, proxies and
 * impersonation, but not its models, which drop what they do not know and rename fields. client-node itself is loaded only
 * where no KubeConfig is given, with the first request.
 * @param kubeConfig of client-node 1.4 or later, 2 included; unless given, what `loadFromDefault` finds
 */
export function clientNodePort(
  kubeConfig?: KubeConfigLike,
  options: ClientNodePortOptions = {},
): CompletePort {
  return apiPort(transportOver(kubeConfig, options), toWire);
}

/** A transport over a KubeConfig, or over the default one, loaded once. */
export function transportOver(
  kubeConfig: KubeConfigLike | undefined,
  { userAgent = "churngate" }: ClientNodePortOptions,
) {
  let loading = kubeConfig && Promise.resolve(kubeConfig);
  return createTransport(() => {
    loading ??= defaultKubeConfig().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  }, userAgent);
}
