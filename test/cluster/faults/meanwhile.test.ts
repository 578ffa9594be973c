import { describe } from "vitest";
import { clusterTest } from "../helper.js";
import { MEANWHILE } from "./meanwhile.js";
import { play } from "./play.js";
import { STACKS } from "./stacks.js";

describe.each(STACKS)("over the $name", (stack) => {
  describe.each(stack.modes)("by %s, between reading and writing", (mode) => {
    clusterTest.concurrent.for(MEANWHILE)(
      "$what",
      async ({ what, task, times, make, due }, { expect, task: { meta } }) => {
        const outcome = await play({ mode, stack, task, on: "write", times, make });
        meta.fault = { what, on: "write", mode, outcome };
        expect(outcome).toMatchObject(due(mode));
      },
    );
  });
});
