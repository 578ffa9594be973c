export { type ClientNodePortOptions, clientNodePort } from "./client-node-port.js";
export type { KubeConfigLike } from "./kube-config.js";
export type { CompletePort } from "./port.js";
export { toWire } from "./to-wire.js";
