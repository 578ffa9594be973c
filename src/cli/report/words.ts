import type { Coded } from "./documents.js";

/** What a colour stands for in the page; src/page/style.css has one for each, in both themes. */
export type Tone =
  | "nothing"
  | "managed-fields"
  | "times"
  | "respelling"
  | "flip"
  | "change"
  | "create"
  | "delete"
  | "unknown"
  | "skip"
  | "write"
  | "blocked";

export interface Effect {
  readonly tone: Tone;
  readonly label: string;
}

/** Effects as they are stacked, from the bottom: what changed least first, so that its height can be read. None of them accuses: findings do. */
export const EFFECTS: ReadonlyMap<string, Effect> = new Map([
  ["nothing", { tone: "nothing", label: "nothing" }],
  ["managed-fields", { tone: "managed-fields", label: "only managedFields" }],
  ["times", { tone: "times", label: "only time stamps" }],
  ["respelling", { tone: "respelling", label: "another spelling" }],
  ["flip", { tone: "flip", label: "puts a value back" }],
  ["change", { tone: "change", label: "a real change" }],
  ["create", { tone: "create", label: "a creation" }],
  ["delete", { tone: "delete", label: "a deletion" }],
  ["unknown", { tone: "unknown", label: "not known" }],
]);

/** A number with its noun; plurals are regular. */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;
}

const NUMBER = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const RATE = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 });

/** A whole number with commas. */
export function grouped(count: number): string {
  return NUMBER.format(count);
}

/** A rate with three digits. */
export function rated(rate: number): string {
  return rate >= 1000 ? NUMBER.format(rate) : RATE.format(rate);
}

/** A share of a whole: 0 % and 100 % only where it is. */
export function share(part: number, whole: number): string {
  if (whole <= 0 || part <= 0) return "0%";
  if (part >= whole) return "100%";
  const percent = (part / whole) * 100;
  if (percent < 0.1) return "under 0.1%";
  return percent > 99.9 ? "over 99.9%" : `${Number(percent.toFixed(percent < 10 ? 1 : 0))}%`;
}

/** A length of time for people. */
export function lasting(seconds: number): string {
  if (seconds < 90) return `${rated(seconds)} s`;
  if (seconds < 5400) return `${rated(seconds / 60)} min`;
  return seconds < 172_800 ? `${rated(seconds / 3600)} h` : `${rated(seconds / 86_400)} days`;
}

/** UTC, to the second: 2026-05-04 10:00:30. */
export function utc(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? "?" : date.toISOString().slice(0, 19).replace("T", " ");
}

/** A camelCase or dashed name as words. */
export function words(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("-", " ")
    .toLowerCase();
}

/** A value in a line; a text without quotes where that is clear. null stands for a field that is not there. */
export function valueText(value: unknown): string {
  if (value === null) return "absent";
  if (typeof value === "string" && value !== "" && value.trim() === value) return value;
  return JSON.stringify(value, (_key, part) => (typeof part === "bigint" ? String(part) : part)) ?? "nothing";
}

/** A code with what stands beside it: for codes that have no sentence here. */
export function codeText({ code, args }: Coded): string {
  const beside = args.map(([name, value]) => `${words(name)} ${valueText(value)}`).join(", ");
  return beside === "" ? words(code) : `${words(code)}: ${beside}`;
}
