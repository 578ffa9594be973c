export { createMemoryPort, type MemoryPort, type MemoryPortOptions } from "./memory-port.js";
export type { RecordedPort, SentRequest } from "./requests.js";
