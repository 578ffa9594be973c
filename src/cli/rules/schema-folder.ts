import { existsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const SCHEMAS = join("node_modules", "churngate", "schemas");

/** Where this package's own schemas are. */
const OWN = fileURLToPath(new URL("../../../schemas", import.meta.url));

/**
 * How a file in a folder reaches the schemas: those of the nearest node_modules above it that has churngate, else this package's.
 * With / on every system.
 */
export function schemaFolder(folder: string): string {
  const from = resolve(folder);
  const found = above(from).find((directory) => existsSync(join(directory, SCHEMAS)));
  const target = found === undefined ? OWN : join(found, SCHEMAS);
  return relative(from, target).replaceAll("\\", "/");
}

function above(directory: string): readonly string[] {
  const parent = dirname(directory);
  return parent === directory ? [directory] : [directory, ...above(parent)];
}
