import { CommandError } from "../errors.js";

export type Client = typeof import("@kubernetes/client-node");

const NAME = "@kubernetes/client-node";

/**
 * Loads the official client, which only the commands that reach a cluster need.
 * @throws CommandError `missing-package`
 */
export async function loadClient(
  load: () => Promise<Client> = () => import("@kubernetes/client-node"),
  node = process.versions.node,
): Promise<Client> {
  try {
    return await load();
  } catch (cause) {
    const missing = cause instanceof Error && "code" in cause && cause.code === "ERR_MODULE_NOT_FOUND";
    const message = missing
      ? `reaching a cluster needs the package ${NAME}, which is not installed`
      : `the package ${NAME} does not run on Node.js ${node}: ${cause instanceof Error ? cause.message : String(cause)}`;
    throw new CommandError("missing-package", message, `npm install ${NAME}@${versionFor(node)}`);
  }
}

/** Version 2 needs what Node.js 20 does not have. */
function versionFor(node: string): string {
  return Number.parseInt(node, 10) >= 22 ? "2" : "1.4.0";
}
