import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";

/** A log to be read. */
export interface Log {
  /** As messages name it. */
  readonly name: string;
  /** undefined: standard input. */
  readonly path: string | undefined;
  /** The same for all files of one log, which was rotated. */
  readonly source: number;
}

/** A file; `id` is the same where two names lead to it. */
interface Found {
  readonly name: string;
  readonly path: string | undefined;
  readonly id: string;
}

/** A name, and what is wrong with it. */
export interface Unread {
  readonly name: string;
  readonly error: Error;
}

/**
 * The logs of these names: files, directories (the files in them), or `-`. The files of a log that was rotated come in the order in which they
 * were written, so that what an answer told is known where the next file goes on. A file that is named twice is read once.
 */
export async function logsOf(
  names: readonly string[],
  cwd: string,
): Promise<{ readonly logs: readonly Log[]; readonly unread: readonly Unread[] }> {
  const unread: Unread[] = [];
  const paths: Found[] = [];
  for (const name of names) {
    if (name === "-") paths.push({ name: "standard input", path: undefined, id: "-" });
    else {
      try {
        paths.push(...(await filesAt(name, cwd)));
      } catch (error) {
        unread.push({ name, error: error as Error });
      }
    }
  }
  const families = new Map<string, Found[]>();
  for (const each of new Map(paths.map((found) => [found.id, found])).values()) {
    const family = each.path === undefined ? "-" : join(dirname(each.path), rotated(each.path).family);
    families.set(family, [...(families.get(family) ?? []), each]);
  }
  const logs = [...families.values()].flatMap((family, source) =>
    family.sort(oldestFirst).map(({ name, path }): Log => ({ name, path, source })),
  );
  return { logs, unread };
}

async function filesAt(name: string, cwd: string): Promise<Found[]> {
  const path = resolve(cwd, name);
  if (!(await stat(path)).isDirectory()) return [{ name, path, id: await idOf(path) }];
  const entries = await readdir(path, { withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => ({ name: join(name, entry.name), path: join(path, entry.name) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  return Promise.all(files.map(async (file) => ({ ...file, id: await idOf(file.path) })));
}

/** Where the file system numbers no files, the path is all there is. */
async function idOf(path: string): Promise<string> {
  const found = await stat(path, { bigint: true });
  return found.ino === 0n ? path : `${found.dev}:${found.ino}`;
}

/**
 * What a file's name says of its place among those of its log: `audit-2026-11-30T18-41-51.123.log` as the API server names it (lumberjack), or
 * `audit.log.2` as logrotate does. The live one has neither.
 */
function rotated(path: string): { readonly family: string; readonly time: string; readonly number: number } {
  const name = basename(path).replace(/\.gz$/, "");
  const stamped = /^(.*)-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3})(\.[^.]*)?$/.exec(name);
  if (stamped) return { family: `${stamped[1]}${stamped[3] ?? ""}`, time: stamped[2] ?? "", number: 0 };
  const numbered = /^(.*)\.(\d+)$/.exec(name);
  if (numbered) return { family: numbered[1] ?? "", time: LATEST, number: Number(numbered[2]) };
  return { family: name, time: LATEST, number: 0 };
}

/** After every time. */
const LATEST = "9";

function oldestFirst(
  a: { readonly path: string | undefined },
  b: { readonly path: string | undefined },
): number {
  if (a.path === undefined || b.path === undefined) return 0;
  const [one, other] = [rotated(a.path), rotated(b.path)];
  if (one.time !== other.time) return one.time < other.time ? -1 : 1;
  return other.number - one.number;
}
