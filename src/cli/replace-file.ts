import { closeSync, fchmodSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";

/**
 * The text goes into a file beside the path, which then takes its name: a reader never meets half of it, and where it fails,
 * what was there stays as it was.
 * @param mode its rights; those of a new file unless given
 * @throws what node:fs throws
 */
export function replaceFile(path: string, text: string, { mode }: { readonly mode?: number } = {}): void {
  const temporary = `${path}.${process.pid}.tmp`;
  const opened = openSync(temporary, "wx");
  try {
    try {
      writeFileSync(opened, text);
      if (mode !== undefined) fchmodSync(opened, mode);
    } finally {
      closeSync(opened);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
