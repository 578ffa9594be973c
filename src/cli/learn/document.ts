import { unlearnedText } from "../../prose/index.js";
import { countsOf } from "../../rules/learn/counts.js";
import type { Written } from "../write-files.js";
import { type Evident, evidentEntries } from "./evident.js";
import type { Found } from "./found.js";
import type { Made } from "./made.js";

/** The document of `-o json` and `-o yaml`; schemas/learn.schema.json describes it. */
export function learnDocument(
  made: readonly Made[],
  evident: readonly Evident[],
  { errors }: Pick<Found, "errors">,
  written: readonly Written[],
): unknown {
  return {
    format: "learn/1",
    kinds: made.map(({ learned: { group, kind, versions, facts, unknowns, source }, files }) => ({
      group,
      kind,
      versions: versions.map(({ version }) => version),
      source,
      learned: countsOf(facts),
      unknowns: unknowns.map(({ version, unknown }) => ({
        ...(version !== undefined && { version }),
        ...unknown,
        message: unlearnedText(unknown),
      })),
      files,
    })),
    asked: evident.flatMap(evidentEntries),
    written,
    errors: errors.map(({ code, message, file, line }) => ({ code, message, file, line })),
  };
}
