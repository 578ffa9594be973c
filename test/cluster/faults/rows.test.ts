import { describe } from "vitest";
import { clusterTest } from "../helper.js";
import { type Outcome, play } from "./play.js";
import { ROWS, type Row, type Task } from "./rows.js";
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

const runs = STACKS.flatMap((stack) =>
  ROWS.flatMap((row) =>
    stack.modes
      .filter((mode) => row.modes.includes(mode))
      .flatMap((mode) =>
        stack.tasks.filter((task) => row.tasks.includes(task)).map((task) => ({ stack, row, mode, task })),
      ),
  ),
);

describe("an ensure under a fault", () => {
  for (const { stack, row, mode, task } of runs)
    clusterTest.concurrent(
      `${row.on}: ${row.fault}; ${task} by ${mode}, over the ${stack.name}`,
      async ({ expect, task: { meta } }) => {
        const { on, times, make } = row;
        const outcome = await play({ mode, stack, task, on, times, make: () => make });
        meta.fault = { what: row.fault, on, outcome };
        expect(outcome).toMatchObject(due(row, task));
        if (row.apart !== undefined) expect(outcome.apart).toBeGreaterThanOrEqual(row.apart);
      },
    );
});
