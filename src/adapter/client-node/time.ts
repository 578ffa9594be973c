/** A Date of any realm. */
export function isDate(value: object): value is Date {
  if (Object.getPrototypeOf(value) === Object.prototype) return false;
  return value instanceof Date || Object.prototype.toString.call(value) === "[object Date]";
}

/**
 * A time as the API server prints it: to the second, or with six digits where it is a MicroTime, which it reads no other way.
 * Milliseconds elsewhere stay. undefined for a Date that is none.
 */
export function timeText(date: Date, micro: boolean): string | undefined {
  if (Number.isNaN(date.getTime())) return undefined;
  // client-node's V1MicroTime prints six digits itself.
  const text = date.toISOString();
  const [whole = "", fraction = ""] = text.slice(0, -1).split(".");
  if (micro) return `${whole}.${fraction.padEnd(6, "0")}Z`;
  return fraction === "000" ? `${whole}Z` : text;
}
