import type { BadLine } from "./event-reader.js";

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * The body of a webhook's request (an EventList of audit.k8s.io) as one line, to be read like one of a log. Outside of strings a line feed is a
 * blank, and within one it is no JSON.
 * @returns the bytes with a line feed behind them, and where that is
 */
export function lineOfBatch(
  chunks: readonly Uint8Array[],
): { readonly bytes: Buffer; readonly end: number } | BadLine {
  const body = Buffer.concat([...chunks, Buffer.of(LINE_FEED)]);
  let end = body.length - 1;
  while (end > 0 && isBreak(body[end - 1])) end -= 1;
  body[end] = LINE_FEED;
  if (body.indexOf(LINE_FEED) === end) return { bytes: body, end };
  try {
    const line = Buffer.from(`${JSON.stringify(JSON.parse(body.toString("utf8", 0, end)))}\n`);
    return { bytes: line, end: line.length - 1 };
  } catch {
    return "not-json";
  }
}

function isBreak(byte: number | undefined): boolean {
  return byte === LINE_FEED || byte === CARRIAGE_RETURN;
}
