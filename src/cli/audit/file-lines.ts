import type { BadLine } from "../../adapter/audit/event-reader.js";

/** So many lines tell whether a file is a log at all. */
const TELLING = 10;

/** Why a file, or a line of one, is passed over. */
export type BadInput = BadLine | "no-log";

/** Told what became of the lines of a file, of which blank ones are none. */
export interface FileLines {
  readonly line: (number: number, why: BadLine | undefined) => void;
  end(): void;
}

/** Says of a file that begins with what is no JSON that it is no log, and not so of each line. */
export function fileLines(name: string, onBad: (place: string, why: BadInput) => void): FileLines {
  let held: number[] = [];
  let isLog: boolean | undefined;
  return {
    line(number, why) {
      if (isLog === false && why === "not-json") return;
      if (isLog === undefined && why === "not-json") {
        held.push(number);
        if (held.length < TELLING) return;
        isLog = false;
        onBad(name, "no-log");
        return;
      }
      isLog = true;
      for (const each of held) onBad(`${name}:${each}`, "not-json");
      held = [];
      if (why !== undefined) onBad(`${name}:${number}`, why);
    },
    end() {
      if (isLog === undefined && held.length > 0) onBad(name, "no-log");
    },
  };
}
