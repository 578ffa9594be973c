import type { Mode } from "../../core/decision.js";
import type { CasesFile } from "../../generated/cases.js";

/** How writes are sent, and under which name; an apply is always somebody's. */
export type Writes =
  | { readonly mode: "apply"; readonly fieldManager: string }
  | { readonly mode: "replace" | "merge"; readonly fieldManager?: string };

/** A table's own mode and manager come before the given ones. */
export function writesOf(
  table: CasesFile,
  given: { readonly mode: Mode; readonly fieldManager: string | undefined },
): Writes {
  const mode = table.mode ?? given.mode;
  const fieldManager = table.fieldManager ?? given.fieldManager;
  if (mode === "apply") return { mode, fieldManager: fieldManager ?? "our-manager" };
  return fieldManager === undefined ? { mode } : { mode, fieldManager };
}
