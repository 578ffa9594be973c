import type { BadLine } from "../../adapter/audit/event-reader.js";
import { printable } from "../../prose/index.js";
import type { Shell } from "../shell.js";

/** So many bad lines are named; of the others the number is. */
const NAMED = 10;

const WHY: Readonly<Record<BadLine, string>> = {
  "not-json": "not JSON",
  "no-event": "no audit event",
  "bad-item": "a list with something that is no audit event",
  "too-long": "a line of more than 16 MiB",
};

/** Says on standard error what could not be read. */
export interface Complaints {
  readonly bad: (place: string, why: BadLine) => void;
  readonly error: (name: string, error: Error) => void;
  /** Files that could not be read, or not to their end. */
  readonly errors: number;
  /** Says how many were not named. */
  end(): void;
}

export function complaints({ err }: Pick<Shell, "err">): Complaints {
  let bad = 0;
  let errors = 0;
  return {
    bad(place, why) {
      bad += 1;
      if (bad <= NAMED) err(`note: ${printable(place)}: ${WHY[why]}; passed over\n`);
    },
    error(name, { message }) {
      errors += 1;
      err(`${printable(name)}: ${printable(message)}\n`);
    },
    get errors() {
      return errors;
    },
    end() {
      if (bad > NAMED) err(`note: ${bad - NAMED} more lines passed over\n`);
    },
  };
}
