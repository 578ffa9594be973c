import { type Span, textAt } from "./span.js";

const LENGTH = '"2026-11-30T18:41:51.871806Z"'.length;

/**
 * Microseconds since 1970 of a time as the server writes it, `"2026-11-30T18:41:51.871806Z"` (MicroTime); of any other RFC 3339 time too.
 * Undefined where there is none.
 */
export function microsAt(bytes: Buffer, span: Span): number | undefined {
  const { start, end } = span;
  if (end - start === LENGTH && bytes[end - 2] === 0x5a && bytes[start + 20] === 0x2e) {
    const year = digits(bytes, start + 1, 4);
    const month = digits(bytes, start + 6, 2);
    const day = digits(bytes, start + 9, 2);
    const hour = digits(bytes, start + 12, 2);
    const minute = digits(bytes, start + 15, 2);
    const second = digits(bytes, start + 18, 2);
    const micros = digits(bytes, start + 21, 6);
    const whole = Date.UTC(year, month - 1, day, hour, minute, second) * 1000 + micros;
    if (!Number.isNaN(whole)) return whole;
  }
  const text = textAt(bytes, span);
  const millis = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(millis) ? undefined : millis * 1000;
}

/** NaN where one of them is no digit. */
function digits(bytes: Buffer, at: number, count: number): number {
  let value = 0;
  for (let index = at; index < at + count; index += 1) {
    const digit = (bytes[index] as number) - 0x30;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}
