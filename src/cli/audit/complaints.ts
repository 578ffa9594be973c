import { printable } from "../../prose/index.js";
import { readingProblem } from "../input/files.js";
import type { Shell } from "../shell.js";
import type { BadInput } from "./file-lines.js";

/** So many bad lines are named; of the others the number is. */
const NAMED = 10;

const WHY: Readonly<Record<BadInput, string>> = {
  "not-json": "not JSON",
  "no-event": "no audit event",
  "bad-item": "a list with something that is no audit event",
  "no-log": "no audit log: it begins with what is no JSON",
  "too-long": "a line of more than 16 MiB",
};

/** Says on standard error what could not be read. */
export interface Complaints {
  readonly bad: (place: string, why: BadInput) => void;
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
    error(name, error) {
      errors += 1;
      // What is compressed wrongly says so itself.
      const why = "syscall" in error ? readingProblem(error) : error.message;
      err(`${printable(name)}: ${printable(why)}\n`);
    },
    get errors() {
      return errors;
    },
    end() {
      if (bad > NAMED) err(`note: ${bad - NAMED} more lines passed over\n`);
    },
  };
}
