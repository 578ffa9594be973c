import { type FileHandle, open, stat } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import type { Lines } from "../../adapter/audit/lines.js";
import { type ReadOptions, readHandle } from "./read-log.js";

/** Between two looks at the file. */
const EVERY_MS = 200;

/** A file that is being followed, how far it was read, and the lines that it is cut into. */
interface Followed {
  readonly file: FileHandle;
  readonly inode: number;
  place: number;
  lines: Lines;
}

/**
 * Reads a file, and what is written to it, until aborted. Where another file takes its name, the first is read to its end, and then that one
 * from its beginning; one that became shorter is read anew. It need not be there yet.
 * @param linesOf makes the lines of a file
 */
export async function followFile(path: string, linesOf: () => Lines, options: ReadOptions): Promise<void> {
  const { signal } = options;
  let followed: Followed | undefined;
  const readOn = async (of: Followed): Promise<void> => {
    of.place = await readHandle(of.file, of.lines, options, of.place);
  };
  try {
    while (!signal.aborted) {
      followed ??= await opened(path, linesOf);
      if (followed !== undefined) {
        if ((await followed.file.stat()).size < followed.place) {
          followed.place = 0;
          followed.lines = linesOf();
        }
        await readOn(followed);
        if (await isReplaced(path, followed)) {
          // What was written between the two looks.
          await readOn(followed);
          followed.lines.end();
          await followed.file.close();
          followed = undefined;
          continue;
        }
      }
      await wait(EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
    followed?.lines.end();
  } finally {
    await followed?.file.close();
  }
}

async function opened(path: string, linesOf: () => Lines): Promise<Followed | undefined> {
  try {
    const file = await open(path);
    return { file, inode: (await file.stat()).ino, place: 0, lines: linesOf() };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** While nothing has the name, what had it may still be written to. */
async function isReplaced(path: string, { inode }: Followed): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && found.ino !== inode;
}
