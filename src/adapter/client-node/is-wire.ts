/** True of wire JSON in which nothing is undefined: the usual case, told without keeping track of places. */
export function isWire(value: unknown): boolean {
  switch (typeof value) {
    case "string":
    case "boolean":
    case "bigint":
      return true;
    case "number":
      return Number.isFinite(value);
    case "object":
      return value === null || (Array.isArray(value) ? isWireList(value) : isWireObject(value));
    default:
      return false;
  }
}

function isWireList(list: readonly unknown[]): boolean {
  for (const item of list) if (!isWire(item)) return false;
  return true;
}

function isWireObject(object: object): boolean {
  if (Object.getPrototypeOf(object) !== Object.prototype) return false;
  for (const key in object) if (!isWire((object as Readonly<Record<string, unknown>>)[key])) return false;
  return true;
}
