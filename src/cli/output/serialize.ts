import { configure } from "safe-stable-stringify";
import { exactJson } from "../input/json-exact.js";

const serializeJson = configure({ deterministic: false, bigint: true });

/** JSON with two spaces' indentation; a bigint is an integer in full. */
export function toJson(value: unknown): string {
  return `${serializeJson(value, undefined, 2)}\n`;
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
