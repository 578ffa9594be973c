import type { IncomingMessage } from "node:http";
import { pipeline, type Readable } from "node:stream";
import type { Json } from "../../core/json.js";
import { readJson } from "../exact-json.js";
import { BrokenWatch } from "../port/broken-watch.js";
import type { Streaming } from "./api-request.js";
import { linesOf } from "./lines.js";
import type { Sent } from "./request.js";

/** The answer to a request, which ends where nothing comes for too long. */
export async function openStream(
  { request, answer }: Sent,
  { silenceMs }: Streaming,
): Promise<IncomingMessage> {
  let opened: IncomingMessage | undefined;
  request.setTimeout(silenceMs, () => {
    // What its request is destroyed with, an answer does not tell.
    (opened ?? request).destroy(new BrokenWatch("silent", `nothing came for ${silenceMs} ms`));
  });
  opened = await answer;
  return opened;
}

/**
 * The JSON of each line.
 * @throws BrokenWatch; the signal's reason; what the connection fails with
 */
export async function* jsonIn(answer: IncomingMessage, signal?: AbortSignal): AsyncGenerator<Json> {
  const stream = answer.headers["content-encoding"] === "gzip" ? await unpacked(answer) : answer;
  try {
    for await (const line of linesOf(stream)) {
      const json = readJson(line);
      if (json === undefined) throw new BrokenWatch("no-event", "a line of the watch is no JSON");
      yield json;
      signal?.throwIfAborted();
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw isPackedWrong(error)
      ? new BrokenWatch("cut", "the watch cannot be unpacked", { cause: error })
      : error;
  }
}

async function unpacked(answer: Readable): Promise<Readable> {
  const { constants, createGunzip } = await import("node:zlib");
  // Its errors come out of the stream that is read.
  return pipeline(answer, createGunzip({ flush: constants.Z_SYNC_FLUSH }), () => {});
}

function isPackedWrong(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
}
