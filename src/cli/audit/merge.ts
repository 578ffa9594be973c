import type { AuditDocument, Ways } from "../../adapter/audit/document.js";
import { mergeAudits } from "../../adapter/audit/merge.js";
import { validateAudit } from "../../generated/validate-audit.js";
import { CommandError } from "../errors.js";
import { readBytes } from "../input/files.js";
import type { Shell } from "../shell.js";

/** The documents in these files (`-o json` of other runs) as one. @throws CommandError, InputError */
export async function mergeFiles(
  names: readonly string[],
  shell: Pick<Shell, "cwd" | "stdin">,
  perNoopMs: Ways,
): Promise<AuditDocument> {
  const parts: AuditDocument[] = [];
  for (const name of names) parts.push(await documentIn(name, shell));
  return mergeAudits(parts, perNoopMs);
}

async function documentIn(
  name: string,
  { cwd, stdin }: Pick<Shell, "cwd" | "stdin">,
): Promise<AuditDocument> {
  const bytes = name === "-" ? await stdin() : readBytes(name, cwd);
  let document: unknown;
  try {
    document = JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    throw new CommandError("bad-option", `${name}: ${(error as Error).message}`);
  }
  if (isAuditDocument(document)) return document;
  const wrong = validateAudit.errors?.at(-1);
  throw new CommandError(
    "bad-document",
    `not a document of audit: ${`${wrong?.instancePath ?? ""} ${wrong?.message ?? ""}`.trim()}`,
    "--merge takes what `churngate audit -o json` printed.",
    name,
  );
}

function isAuditDocument(value: unknown): value is AuditDocument {
  return validateAudit(value);
}
