/**
 * Makes JSON.stringify of a decision safe: an integer that a double cannot hold, which JSON.stringify refuses,
 * is written as text. Sensitive values hide themselves.
 */
export function loggable<T extends object>(decision: T): T {
  Object.defineProperty(decision, "toJSON", { value: toJson, enumerable: false });
  return decision;
}

function toJson(this: object): unknown {
  return JSON.parse(
    JSON.stringify({ ...this }, (_key, value) => (typeof value === "bigint" ? String(value) : value)),
  );
}
