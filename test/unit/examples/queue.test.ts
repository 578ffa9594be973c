import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { WorkQueue } from "../../../examples/operator/queue.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

interface Ending {
  resolve(): void;
  reject(why: string): void;
}

/** A queue whose work ends when it is told to. */
function stage(concurrency = 2) {
  const started: string[] = [];
  const errors: string[] = [];
  const under = new Map<string, Ending>();
  const queue = new WorkQueue({
    work: (key) => {
      started.push(key);
      expect(under.has(key), `${key} is under way already`).toBe(false);
      return new Promise<void>((resolve, reject) => under.set(key, { resolve, reject })).finally(() =>
        under.delete(key),
      );
    },
    onError: (key, error, waitMs) => errors.push(`${key} ${error} ${waitMs}`),
    concurrency,
    settleMs: 10,
    backoffMs: 100,
    maxBackoffMs: 300,
  });
  const end = async (key: string, error?: string) => {
    const work = under.get(key);
    if (error === undefined) work?.resolve();
    else work?.reject(error);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { queue, started, errors, end, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
}

test("what is added at once is one pass; nothing begins before start", async () => {
  const { queue, started, pass } = stage();
  for (const key of ["a", "b", "a", "a"]) queue.add(key);
  await pass(10);
  queue.add("a");
  await pass(10);
  expect([started, queue.depth]).toEqual([[], 2]);
  queue.start();
  expect(started).toEqual(["a", "b"]);
});

test("a key that is added while it is under way comes again, once, afterwards", async () => {
  const { queue, started, end, pass } = stage();
  queue.start();
  queue.add("a");
  await pass(10);
  queue.add("a");
  queue.add("a");
  await pass(10);
  expect(started).toEqual(["a"]);
  await end("a");
  expect(started).toEqual(["a", "a"]);
  await end("a");
  await pass(1000);
  expect([started, queue.depth]).toEqual([["a", "a"], 0]);
});

test("so many at once, and no more", async () => {
  const { queue, started, end, pass } = stage(2);
  queue.start();
  for (const key of ["a", "b", "c"]) queue.add(key);
  await pass(10);
  expect(started).toEqual(["a", "b"]);
  await end("b");
  expect(started).toEqual(["a", "b", "c"]);
});

test("a failure waits, longer each time, until it succeeds", async () => {
  const { queue, started, errors, end, pass } = stage();
  queue.start();
  queue.add("a");
  await pass(10);
  for (const waitMs of [100, 200, 300, 300]) {
    await end("a", "no");
    const before = started.length;
    await pass(waitMs - 1);
    expect(started).toHaveLength(before);
    await pass(1);
    expect(started).toHaveLength(before + 1);
  }
  expect(errors).toEqual(["a no 100", "a no 200", "a no 300", "a no 300"]);
  await end("a");
  queue.add("a");
  await pass(10);
  await end("a", "no");
  expect(errors.at(-1)).toBe("a no 100");
});

test("an event does not wait for a failure's end", async () => {
  const { queue, started, end, pass } = stage();
  queue.start();
  queue.add("a");
  await pass(10);
  await end("a", "no");
  queue.add("a");
  await pass(10);
  expect(started).toEqual(["a", "a"]);
  await end("a");
  await pass(1000);
  expect(started).toEqual(["a", "a"]);
});

test("events without end do not put a pass off", async () => {
  const { queue, started, pass } = stage();
  queue.start();
  for (let ms = 0; ms < 10; ms += 5) {
    queue.add("a");
    await pass(5);
  }
  expect(started).toEqual(["a"]);
});

test("stop lets what is under way finish, and begins nothing", async () => {
  const { queue, started, end, pass } = stage(1);
  queue.start();
  queue.add("a");
  queue.add("b");
  await pass(10);
  let stopped = false;
  const stopping = queue.stop().then(() => {
    stopped = true;
  });
  queue.add("c");
  await pass(1000);
  expect([started, stopped]).toEqual([["a"], false]);
  await end("a");
  await stopping;
  expect([started, stopped, queue.depth]).toEqual([["a"], true, 0]);
});
