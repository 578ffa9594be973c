const WIDTH = 120;

/** JSON as people write it: what fits on a line stands on one. @param {unknown} value @param {string} [indent] @returns {string} */
export function pretty(value, indent = "") {
  const short = onOneLine(value);
  if (indent.length + short.length <= WIDTH || value === null || typeof value !== "object") return short;
  const deeper = `${indent}  `;
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const lines = Array.isArray(value)
    ? value.map((item) => pretty(item, deeper))
    : Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${pretty(each, deeper)}`);
  return `${open}\n${lines.map((line) => `${deeper}${line}`).join(",\n")}\n${indent}${close}`;
}

/** @param {unknown} value @returns {string} */
export function onOneLine(value) {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(", ")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${onOneLine(each)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

/** A block of code for a Markdown page. @param {string} text */
export function indented(text) {
  return text.replaceAll(/^/gm, "    ");
}
