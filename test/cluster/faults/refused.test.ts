import { describe } from "vitest";
import { clusterTest } from "../helper.js";
import { configMap } from "./config-map.js";
import type { FaultyProxy, Plan } from "./proxy.js";
import { STACKS } from "./stacks.js";
import { staged } from "./stage.js";

describe.each(STACKS)("over the $name", (stack) => {
  clusterTest.concurrent.for(stack.modes)(
    "connections refused three times, by %s",
    async (mode, { expect }) => {
      let proxy: FaultyProxy | undefined;
      let [refused, left] = [0, 1];
      const onEvent = ({ type, error }: { type: string; error?: unknown }): void => {
        if (type !== "retry") return;
        if (/ECONNREFUSED/.test(String(error))) refused++;
        if (refused === 3) void proxy?.accept();
      };
      // The write is lost with the connection, before it was passed on.
      const plan: Plan = ({ does }) => (does === "write" && left-- > 0 ? () => proxy?.refuse() : undefined);
      await staged(
        plan,
        { mode, stack, onEvent, retry: { backoffMs: 20, maxBackoffMs: 50, tries: 50 } },
        async (stage) => {
          proxy = stage.proxy;
          const { result } = await stage.ensurer.ensure(configMap(stage.ref(), { a: "1" }));
          expect([result, refused >= 3]).toEqual(["created", true]);
          const writes = stage.proxy.noted.filter(({ does }) => does === "write");
          expect(writes.map(({ code }) => code)).toEqual([undefined, 201]);
          expect(await stage.other.read(stage.ref())).toMatchObject({ data: { a: "1" } });
        },
      );
    },
  );
});
