export type { CompletePort } from "../client-node/api-port.js";
export type { KubeConfigLike } from "../client-node/kube-config.js";
export { type KfcPortOptions, kfcPort, toWire } from "./kfc-port.js";
