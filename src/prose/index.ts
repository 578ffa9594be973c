export { formatDecision } from "./format-decision.js";
export { subjectColumns } from "./head.js";
export { type Layout, wrapLine } from "./layout.js";
export type { FormatOptions, Subject } from "./options.js";
export { type Palette, plain } from "./palette.js";
export { printable } from "./printable.js";
export { table } from "./table.js";
export { unlearnedText } from "./unlearned.js";
export { usageText } from "./usage.js";
