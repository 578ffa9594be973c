export type { CompletePort } from "./api-port.js";
export { type ClientNodePortOptions, clientNodePort } from "./client-node-port.js";
export type { KubeConfigLike } from "./kube-config.js";
export { toWire } from "./to-wire.js";
