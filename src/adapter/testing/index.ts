export {
  assertSettles,
  type SettleOptions,
  UnsettledError,
  type UnsettledRequest,
} from "./assert-settles.js";
export { createMemoryPort, type MemoryPort, type MemoryPortOptions } from "./memory/memory-port.js";
export { recordWrites } from "./record-writes.js";
export type { RecordedPort, RequestLog, SentRequest } from "./requests.js";
