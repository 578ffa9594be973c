import { valueText } from "../churn/value.js";
import type { Coded } from "./documents.js";

/** A camelCase or dashed name as words. */
export function words(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("-", " ")
    .toLowerCase();
}

/** A code with what stands beside it: for codes that have no sentence here. */
export function codeText({ code, args }: Coded): string {
  const beside = args.map(([name, value]) => `${words(name)} ${valueText(value)}`).join(", ");
  return beside === "" ? words(code) : `${words(code)}: ${beside}`;
}
