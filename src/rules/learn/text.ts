/** How wide a line may be before it is broken. */
const WIDTH = 110;

/** JSON with a space inside braces, in which what fits on a line stands on one: a fact, a case's value. */
export function fileText(value: unknown): string {
  return `${written(value, 0, 0)}\n`;
}

function written(value: unknown, indent: number, used: number): string {
  const short = line(value);
  if (typeof value !== "object" || value === null || indent * 2 + used + short.length < WIDTH) {
    if (indent > 0 || typeof value !== "object" || value === null) return short;
  }
  const isItems = Array.isArray(value);
  const members = isItems
    ? value.map((item) => written(item, indent + 1, 1))
    : Object.entries(value as object).map(([name, member]) => {
        const key = `${JSON.stringify(name)}: `;
        return key + written(member, indent + 1, key.length + 1);
      });
  const [open, close] = isItems ? ["[", "]"] : ["{", "}"];
  if (members.length === 0) return open + close;
  const margin = "  ".repeat(indent + 1);
  return `${open}\n${members.map((member) => margin + member).join(",\n")}\n${"  ".repeat(indent)}${close}`;
}

function line(value: unknown): string {
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return `[${value.map(line).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${line(member)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}
