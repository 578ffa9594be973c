import { expect, inject, test } from "vitest";
import { node, write } from "./helper.js";

const { folder } = inject("installed");

/** Prints by how many bytes the heap has grown, over each of two sorts of calls, once the code is warm. */
const PROGRAM = `
import { ApiError, createEnsurer, createGate } from "churngate";
const stored = new Map();
let [version, calls, faulty] = [0, 0, false];
const faults = [
  () => new ApiError(500, "a fault"),
  () => new ApiError(429, "a fault", { retryAfterMs: 1 }),
  () => new ApiError(409, "a fault"),
  () => Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }),
];
function request(does) {
  return async (...args) => {
    if (faulty && ++calls % 3 === 0) throw faults[calls % faults.length]();
    return does(...args);
  };
}
function store(object) {
  const metadata = { ...object.metadata, uid: object.metadata.name, resourceVersion: String(++version) };
  stored.set(metadata.name, { ...object, metadata });
  return stored.get(metadata.name);
}
const port = {
  read: request(({ name }) => stored.get(name)),
  create: request(store),
  replace: request(store),
};
const retry = { backoffMs: 0, maxBackoffMs: 0 };
const ensurer = createEnsurer({ port, gate: createGate({ fieldManager: "tester" }), retry });
const { signal } = new AbortController();
const named = (index, value) => ({
  apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a-" + index, namespace: "demo" }, data: { a: value },
});
async function skips(rounds) {
  for (let round = 0; round < rounds; round++) {
    const desired = named(round % 5, "1");
    const { result } = await ensurer.ensure(desired, { live: stored.get(desired.metadata.name), signal });
    if (result !== "unchanged") throw new Error(result);
  }
}
async function writes(rounds) {
  for (let round = 0; round < rounds; round++) await ensurer.ensure(named(round % 5, "v" + round), { signal });
}
const settle = () => {
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
};
async function grown(work) {
  const before = settle();
  await work();
  return settle() - before;
}
for (let index = 0; index < 5; index++) await ensurer.ensure(named(index, "1"));
await skips(5000);
const skipped = await grown(() => skips(20000));
faulty = true;
await writes(4000);
const written = await grown(() => writes(2000));
if (process.getActiveResourcesInfo().includes("Timeout")) throw new Error("a timer is left");
console.log(JSON.stringify([skipped, written]));
`;

// A call that left 50 bytes behind would come to 1 MB and 100 kB.
test("ensuring leaves nothing behind, neither where it skips nor where requests fail", () => {
  write(folder, { "memory.mjs": PROGRAM });
  const { out, err, code } = node(folder, "--expose-gc", "memory.mjs");
  expect({ err, code }).toEqual({ err: "", code: 0 });
  const [skipped, written] = JSON.parse(out) as [number, number];
  expect(skipped).toBeLessThan(300_000);
  expect(written).toBeLessThan(300_000);
});
