import { getEventListeners } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import { describe } from "vitest";
import { clusterTest } from "../helper.js";
import { configMap } from "./config-map.js";
import { answer, silence } from "./faults.js";
import { noteLike } from "./note.js";
import type { Does, Fault, Plan } from "./proxy.js";
import { STACKS } from "./stacks.js";
import { staged } from "./stage.js";

interface Row {
  readonly when: string;
  readonly on: Does;
  readonly fault: Fault;
  /** What is told as it is time to abort; else as soon as the proxy has the request. */
  readonly told?: "retry";
}

const ROWS: readonly Row[] = [
  { when: "while discovering", on: "discovery", fault: silence },
  { when: "while reading", on: "read", fault: silence },
  { when: "while writing", on: "write", fault: silence },
  {
    when: "while waiting to read again",
    on: "read",
    fault: answer(429, { "retry-after": "15" }),
    told: "retry",
  },
  {
    when: "while waiting to write again",
    on: "write",
    fault: answer(429, { "retry-after": "15" }),
    told: "retry",
  },
];

const reason = new Error("enough");

/** Timers that keep the process alive. */
const timers = (): number => process.getActiveResourcesInfo().filter((each) => each === "Timeout").length;

/** Waits, without a timer of its own, until there are none; the test runner's are short. */
async function untilNoTimers(): Promise<void> {
  const until = performance.now() + 5000;
  while (timers() > 0 && performance.now() < until) await turn();
}

describe.each(STACKS)("over the $name, a signal", (stack) => {
  // One at a time: timers are counted.
  clusterTest.for(ROWS)("aborts $when, and nothing goes on", async ({ on, fault, told }, { expect }) => {
    const controller = new AbortController();
    const plan: Plan = ({ does }) => {
      if (does !== on) return undefined;
      if (told === undefined) setImmediate(() => controller.abort(reason));
      return fault;
    };
    const onEvent = ({ type }: { type: string }) => {
      if (type === told) setImmediate(() => controller.abort(reason));
    };
    await staged(plan, { stack, onEvent }, async ({ ensurer, ref, proxy, other, client }) => {
      const { signal } = controller;
      const asked = on === "discovery" ? await noteLike(ref(), client) : ref();
      await expect(ensurer.ensure(configMap(asked, { a: "1" }), { signal })).rejects.toBe(reason);
      const { length } = proxy.noted;
      expect(getEventListeners(signal, "abort")).toEqual([]);
      await untilNoTimers();
      expect(timers()).toBe(0);
      expect(await other.read(asked)).toBe(undefined);
      expect(proxy.noted.length).toBe(length);
    });
  });

  clusterTest("that was aborted before sends nothing", async ({ expect }) =>
    staged(
      () => undefined,
      { stack },
      async ({ ensurer, ref, proxy }) => {
        const signal = AbortSignal.abort(reason);
        await expect(ensurer.ensure(configMap(ref(), { a: "1" }), { signal })).rejects.toBe(reason);
        const set = ["a", "b"].map((name) => configMap(ref(name), {}));
        const results = await ensurer.ensureAll(set, { signal });
        expect(results).toMatchObject([
          { result: "failed", error: reason },
          { result: "failed", error: reason },
        ]);
        expect(proxy.noted).toEqual([]);
      },
    ),
  );

  clusterTest("that lives long collects no listeners", async ({ expect }) => {
    const { signal } = new AbortController();
    let count = 0;
    const plan: Plan = ({ does }) => (does !== "discovery" && ++count % 3 === 0 ? answer(500) : undefined);
    await staged(plan, { stack }, async ({ ensurer, ref }) => {
      for (let round = 0; round < 50; round++)
        await ensurer.ensure(configMap(ref(), { a: String(round) }), { signal });
      expect(getEventListeners(signal, "abort")).toEqual([]);
    });
  });

  clusterTest("the requests of what was aborted are ended", async ({ expect }) => {
    let ended = 0;
    const held: Fault = async ({ gone }) => {
      await gone();
      ended++;
    };
    const controller = new AbortController();
    let reads = 0;
    const plan: Plan = ({ does }) => {
      if (does !== "read") return undefined;
      if (++reads === 3) setImmediate(() => controller.abort(reason));
      return held;
    };
    await staged(plan, { stack }, async ({ ensurer, ref }) => {
      const set = ["a", "b", "c"].map((name) => configMap(ref(name), {}));
      await ensurer.ensureAll(set, { signal: controller.signal });
      await expect.poll(() => ended, { timeout: 10_000 }).toBe(3);
    });
  });
});
