import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { Audit } from "../../adapter/audit/audit.js";
import { lineOfBatch } from "../../adapter/audit/batch.js";
import { Lines } from "../../adapter/audit/lines.js";
import type { FactSource } from "../../core/facts.js";
import { CommandError } from "../errors.js";
import { readingProblem } from "../input/files.js";
import type { Shell } from "../shell.js";
import { type BadInput, type FileLines, fileLines } from "./file-lines.js";
import type { AuditFlags, AuditOptions } from "./options.js";
import { Sources } from "./sources.js";

export interface GatherOptions extends AuditOptions {
  readonly facts: FactSource;
  readonly shell: Shell;
  readonly signal: AbortSignal;
  /** Told of a line that could not be counted. */
  readonly onBad: (place: string, why: BadInput) => void;
  /** Told what cannot be read. */
  readonly onError: (name: string, error: Error) => void;
  readonly onNote: (text: string) => void;
  /** Told of bytes that were read. */
  readonly onBytes: (count: number) => void;
}

/** Counts what the logs hold, or what comes, until aborted. */
export async function gather(
  names: readonly string[],
  flags: AuditFlags,
  options: GatherOptions,
): Promise<Audit> {
  const { facts, since, until, from } = options;
  const audit = new Audit({ facts, since, until });
  if (from === "listen") await listen(audit, flags, options);
  else if (from === "follow") await follow(audit, names[0] ?? "", options);
  else await readAll(audit, names, options);
  audit.end();
  return audit;
}

async function readAll(audit: Audit, names: readonly string[], options: GatherOptions): Promise<void> {
  const { shell, signal, onError } = options;
  const { logsOf } = await import("./logs.js");
  const { readFileLines, readStream } = await import("./read-log.js");
  const { logs, unread } = await logsOf(names, shell.cwd);
  for (const { name, error } of unread) onError(name, error);
  for (const { name, path, source } of logs) {
    if (signal.aborted) return;
    const told = fileLines(name, options.onBad);
    const lines = linesOf(audit, told.line, source);
    try {
      if (path === undefined) await readStream(shell.stdinChunks(), lines, options);
      else await readFileLines(path, lines, options);
    } catch (error) {
      // What was read before it broke off is counted.
      lines.end();
      onError(name, error as Error);
    }
    told.end();
  }
}

async function follow(audit: Audit, name: string, options: GatherOptions): Promise<void> {
  const { followFile } = await import("./follow.js");
  const lines = () =>
    linesOf(
      audit,
      (number, why) => {
        if (why !== undefined) options.onBad(`${name}:${number}`, why);
      },
      0,
    );
  await followFile(resolve(options.shell.cwd, name), lines, options);
}

function linesOf(audit: Audit, onLine: FileLines["line"], source: number): Lines {
  return new Lines(
    (bytes, start, end, number) => {
      const before = audit.lines.read;
      const why = audit.line(bytes, start, end, source);
      if (audit.lines.read > before) onLine(number, why);
    },
    (number) => {
      audit.tooLong();
      onLine(number, "too-long");
    },
  );
}

async function listen(audit: Audit, flags: AuditFlags, options: GatherOptions): Promise<void> {
  const { address = { host: "127.0.0.1", port: 0 }, signal, onBad, onBytes, onNote } = options;
  const { listenForEvents } = await import("./listen.js");
  const sources = new Sources();
  await listenForEvents({
    ...address,
    tls: await tlsOf(flags, options.shell.cwd),
    signal,
    onListening: (url) => onNote(`listening on ${url}`),
    onBatch(chunks, peer) {
      const line = lineOfBatch(chunks);
      const why = typeof line === "string" ? line : audit.line(line.bytes, 0, line.end, sources.of(peer));
      if (why !== undefined) onBad(`a request of ${peer}`, why);
      for (const chunk of chunks) onBytes(chunk.length);
      return why === undefined || why === "bad-item";
    },
  });
}

async function tlsOf(
  { tlsCert, tlsKey }: AuditFlags,
  cwd: string,
): Promise<{ cert: Buffer; key: Buffer } | undefined> {
  if (tlsCert === undefined || tlsKey === undefined) return undefined;
  const [cert, key] = await Promise.all([pemOf("tls-cert", tlsCert, cwd), pemOf("tls-key", tlsKey, cwd)]);
  return { cert, key };
}

async function pemOf(option: string, file: string, cwd: string): Promise<Buffer> {
  try {
    return await readFile(resolve(cwd, file));
  } catch (error) {
    throw new CommandError("bad-option", `--${option} ${file}: ${readingProblem(error)}`);
  }
}
