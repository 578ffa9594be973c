import type { Context } from "../context.js";
import type { Settings } from "../settings.js";
import type { Found } from "./found.js";

export async function learnFromCluster(
  _names: readonly string[],
  _settings: Settings,
  _context: Context,
): Promise<Found> {
  return { kinds: [], errors: [], notes: [] };
}
