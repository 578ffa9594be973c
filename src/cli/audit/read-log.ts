import { constants, createReadStream, openSync } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { Socket } from "node:net";
import { Readable } from "node:stream";
import { isatty, ReadStream } from "node:tty";
import { createGunzip } from "node:zlib";
import type { Lines } from "../../adapter/audit/lines.js";

export interface ReadOptions {
  readonly signal: AbortSignal;
  /** Told of the bytes of the log that were read. */
  readonly onBytes: (count: number) => void;
}

/** Reads a file to its end; compressed by gzip or not. Ends early when aborted. */
export async function readFileLines(path: string, lines: Lines, options: ReadOptions): Promise<void> {
  const found = await stat(path);
  if (found.isFIFO() || found.isCharacterDevice())
    return readStream(streamOf(path, found.isFIFO()), lines, options);
  const file = await open(path);
  try {
    if (await isGzip(file)) await readChunks(createReadStream(path), lines, options);
    else await readHandle(file, lines, options);
  } finally {
    await file.close();
  }
  lines.end();
}

/** Of a FIFO, opened without waiting for who writes to it; or of a device. */
function streamOf(path: string, isFifo: boolean): Readable {
  if (!isFifo) {
    const fd = openSync(path, "r");
    return isatty(fd) ? new ReadStream(fd) : createReadStream(path, { fd });
  }
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return new Socket({ fd, readable: true, writable: false });
}

/** Reads a file from a place on, to its end. @returns where that is */
export async function readHandle(
  file: FileHandle,
  lines: Lines,
  { signal, onBytes }: ReadOptions,
  from = 0,
): Promise<number> {
  let place = from;
  while (!signal.aborted) {
    const { room } = lines;
    const { bytesRead } = await file.read(room, 0, room.length, place);
    if (bytesRead === 0) break;
    place += bytesRead;
    lines.filled(bytesRead);
    onBytes(bytesRead);
  }
  return place;
}

/** Reads a stream to its end; compressed by gzip or not, by its first bytes. Ends early when aborted, also while nothing comes. */
export async function readStream(
  chunks: AsyncIterable<Uint8Array>,
  lines: Lines,
  options: ReadOptions,
): Promise<void> {
  const { signal } = options;
  const stop = (): void => {
    if (chunks instanceof Readable) chunks.destroy();
  };
  signal.addEventListener("abort", stop, { once: true });
  try {
    const iterator = chunks[Symbol.asyncIterator]();
    const first = await iterator.next();
    const whole = joined(first, iterator);
    if (first.done !== true && startsGzip(first.value)) await readChunks(whole, lines, options);
    else await pushAll(whole, lines, options);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
  lines.end();
}

async function* joined(
  first: IteratorResult<Uint8Array>,
  rest: AsyncIterator<Uint8Array>,
): AsyncIterable<Uint8Array> {
  for (let each = first; each.done !== true; each = await rest.next()) yield each.value;
}

/** Of gzip. Its parts may follow each other, as of files that were concatenated. */
async function readChunks(
  chunks: AsyncIterable<Uint8Array>,
  lines: Lines,
  options: ReadOptions,
): Promise<void> {
  const gunzip = createGunzip({ chunkSize: 1 << 18 });
  const source = chunks instanceof Readable ? chunks : Readable.from(chunks);
  source.once("error", (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  try {
    await pushAll(gunzip, lines, options);
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}

async function pushAll(
  chunks: AsyncIterable<Uint8Array>,
  lines: Lines,
  { signal, onBytes }: ReadOptions,
): Promise<void> {
  for await (const chunk of chunks) {
    if (signal.aborted) return;
    lines.push(chunk);
    onBytes(chunk.length);
  }
}

async function isGzip(file: FileHandle): Promise<boolean> {
  const start = Buffer.alloc(2);
  const { bytesRead } = await file.read(start, 0, 2, 0);
  return bytesRead === 2 && startsGzip(start);
}

const startsGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;
