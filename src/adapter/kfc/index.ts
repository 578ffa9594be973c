export { type KfcPortOptions, kfcPort, toWire } from "./kfc-port.js";
