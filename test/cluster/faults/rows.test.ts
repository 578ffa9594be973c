import { describe } from "vitest";
import { clusterTest } from "../helper.js";
import { type Outcome, play } from "./play.js";
import { MODES, ROWS, type Row, TASKS, type Task } from "./rows.js";
import { STACKS } from "./stacks.js";

/** What has to come of a row. */
function due({ code, sent, reached, retries }: Row, task: Task): Partial<Outcome> {
  return {
    outcome: code ?? (task === "create" ? "created" : "updated"),
    sent,
    reached,
    changes: reached,
    asDesired: reached > 0,
    untouched: true,
    ...(retries !== undefined && { retries }),
  };
}

describe.each(STACKS)("over the $name", (stack) => {
  describe.each(MODES)("by %s", (mode) => {
    describe.each(TASKS)("%s", (task) => {
      for (const row of ROWS)
        clusterTest.concurrent(`${row.on}: ${row.fault}`, async ({ expect, task: { meta } }) => {
          const { on, times, make } = row;
          const outcome = await play({ mode, stack, task, on, times, make: () => make });
          meta.fault = { what: row.fault, on, outcome };
          expect(outcome).toMatchObject(due(row, task));
          if (row.apart !== undefined) expect(outcome.apart).toBeGreaterThanOrEqual(row.apart);
        });
    });
  });
});
