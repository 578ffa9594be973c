import { configure } from "safe-stable-stringify";
import { exactJson } from "../../adapter/exact-json.js";

const serializeJson = configure({ deterministic: false, bigint: true });

/** JSON with two spaces' indentation; a bigint is an integer in full. */
export function toJson(value: unknown): string {
  const text = serializeJson(value, undefined, 2) ?? "null";
  return `${text.replaceAll(UNSEEN, escaped)}\n`;
}

/** C1 controls, line separators and marks of direction: a terminal would act on them. */
const UNSEEN = /[\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** The same data as YAML that YAML 1.1 and 1.2 readers agree on; loads the YAML package. */
export async function toYaml(value: unknown): Promise<string> {
  const { stringify } = await import("yaml");
  const plain = exactJson(toJson(value));
  return stringify(plain, {
    version: "1.1",
    schema: "yaml-1.1",
    compat: "core",
    lineWidth: 0,
    aliasDuplicateObjects: false,
  });
}
