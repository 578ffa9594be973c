import { readlinkSync, realpathSync, type Stats, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** What stands at a path, links followed. */
export type Place =
  | { readonly is: "nothing"; readonly path: string }
  | { readonly is: "file"; readonly path: string; readonly mode: number }
  | { readonly is: "directory"; readonly path: string }
  /** A device, FIFO or socket: to be written to where it stands, and not replaced. */
  | { readonly is: "stream"; readonly path: string; readonly what: string };

/**
 * Where a text for this path goes: what a link leads to is written, and not the link. @throws what node:fs throws, but where nothing is there
 */
export function placeAt(path: string): Place {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return { is: "nothing", path: targetOf(path) };
  if (found.isDirectory()) return { is: "directory", path };
  if (found.isFile()) return { is: "file", path: realpathSync(path), mode: found.mode & 0o7777 };
  // Links below /proc lead to what has no path of its own.
  return { is: "stream", path, what: streamName(found) };
}

/** Where links lead that lead to nothing yet. */
function targetOf(path: string): string {
  try {
    return targetOf(resolve(dirname(path), readlinkSync(path)));
  } catch {
    return path;
  }
}

function streamName(found: Stats): string {
  if (found.isFIFO()) return "a FIFO";
  return found.isSocket() ? "a socket" : "a device";
}
