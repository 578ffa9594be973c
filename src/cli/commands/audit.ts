import { setFlagsFromString } from "node:v8";
import type { AuditDocument } from "../../adapter/audit/document.js";
import { auditReport } from "../../adapter/audit/report.js";
import { printable } from "../../prose/index.js";
import { type Complaints, complaints } from "../audit/complaints.js";
import { gather } from "../audit/gather.js";
import { type AuditFlags, type AuditOptions, auditOptions } from "../audit/options.js";
import { auditText } from "../audit/text.js";
import { counted } from "../churn/numbers.js";
import { paletteOf } from "../color.js";
import type { Context } from "../context.js";
import { CommandError } from "../errors.js";
import { layoutOf } from "../layout.js";
import { startProgress } from "../progress.js";
import { type Settings, settingsOf } from "../settings.js";
import { EXIT, Interruption } from "../shell.js";

export type { AuditFlags } from "../audit/options.js";

/** `churngate audit`: who sends requests for nothing, from the API server's audit log. */
export async function audit(names: readonly string[], flags: AuditFlags, context: Context): Promise<number> {
  const { shell } = context;
  // Nearly all that is made of a log is garbage soon: without this the heap grows to several times what is in use.
  setFlagsFromString("--heap-growing-percent=40");
  const settings = await settingsOf(flags, ["text", "json"], shell);
  const options = auditOptions(names, flags);
  const complained = complaints(shell);
  const interruption = shell.interruption();
  const document =
    options.from === "merge"
      ? await merged(names, options, context)
      : await audited(names, { flags, options, settings }, context, interruption, complained);
  complained.end();
  const { reason } = interruption;
  const isCutShort = options.from === "files" && reason instanceof Interruption;
  const { read, bad } = document.lines;
  if (options.from !== "merge" && !isCutShort && read === bad) throw nothingRead(names, read, options);
  if (settings.output === "json") {
    const { toJson } = await import("../output/serialize.js");
    shell.out(toJson(document));
  } else {
    const [color, layout] = [await paletteOf(settings.color, shell), await layoutOf(shell)];
    shell.out(auditText(document, { color, layout, top: options.top }));
  }
  if (isCutShort) {
    shell.err("interrupted: the log was not read to its end\n");
    return reason.exitCode;
  }
  if (complained.errors > 0) return EXIT.error;
  return flags.failOnChurn && document.findings.length > 0 ? EXIT.write : EXIT.nothing;
}

/** Not one event: then nothing can be said of anybody. */
function nothingRead(names: readonly string[], lines: number, { from }: AuditOptions): CommandError {
  const where =
    from === "listen"
      ? "came"
      : `in ${names.map((name) => (name === "-" ? "standard input" : name)).join(", ")}`;
  const read =
    lines === 0 ? "" : `: ${counted(lines, from === "listen" ? "request" : "line")} of something else`;
  return new CommandError(
    "bad-document",
    `no audit event ${where}${read}`,
    "Name the file of --audit-log-path; docs/audit.md says with which policy the API server writes it.",
  );
}

async function merged(
  names: readonly string[],
  { perNoopMs }: AuditOptions,
  { shell }: Context,
): Promise<AuditDocument> {
  const { mergeFiles } = await import("../audit/merge.js");
  return mergeFiles(names, shell, perNoopMs);
}

interface Call {
  readonly flags: AuditFlags;
  readonly options: AuditOptions;
  readonly settings: Settings;
}

async function audited(
  names: readonly string[],
  { flags, options, settings }: Call,
  { shell, engine }: Context,
  interruption: AbortSignal,
  complained: Complaints,
): Promise<AuditDocument> {
  const { facts } = (await engine(settings)).rules;
  const { step, end, hide } = startProgress(shell);
  const ends = [
    interruption,
    shell.unread,
    ...(options.forMs === undefined ? [] : [AbortSignal.timeout(options.forMs)]),
  ];
  let bytes = 0;
  const found = await gather(names, flags, {
    ...options,
    facts,
    shell,
    signal: AbortSignal.any(ends),
    onBad: complained.bad,
    onError: complained.error,
    onNote(text) {
      hide();
      shell.err(`${printable(text)}\n`);
    },
    onBytes(count) {
      bytes += count;
      void step(`${(bytes / 1e6).toFixed(0)} MB of audit log`);
    },
  });
  await end();
  return auditReport(found, facts, options.perNoopMs);
}
