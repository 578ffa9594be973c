import { NOOP_MS } from "../../adapter/audit/cost.js";
import type { Ways } from "../../adapter/audit/document.js";
import { WAYS, type Way } from "../../adapter/audit/way.js";
import { CommandError } from "../errors.js";
import type { Flags } from "../flags.js";
import { durationOf } from "../settings.js";

export interface AuditFlags extends Flags {
  readonly follow?: boolean;
  readonly listen?: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly merge?: boolean;
  readonly for?: string;
  readonly since?: string;
  readonly until?: string;
  readonly noopMs?: string;
  readonly top?: string;
  readonly failOnChurn?: boolean;
}

/** What is to be audited, and how it is shown. */
export interface AuditOptions {
  readonly from: "files" | "follow" | "listen" | "merge";
  readonly address: { readonly host: string; readonly port: number } | undefined;
  /** Milliseconds, after which following or listening ends. */
  readonly forMs: number | undefined;
  /** Microseconds since 1970. */
  readonly since: number | undefined;
  readonly until: number | undefined;
  readonly perNoopMs: Ways;
  readonly top: number;
}

/** @throws CommandError */
export function auditOptions(names: readonly string[], flags: AuditFlags): AuditOptions {
  const from = sourceOf(flags);
  if (from === "listen" && names.length > 0) throw wrong("--listen takes no files");
  if (from !== "listen" && names.length === 0)
    throw wrong("no log is named", "A file, a directory, or - for standard input; or --listen HOST:PORT.");
  if (from === "follow" && (names.length > 1 || names[0] === "-"))
    throw wrong(
      "--follow takes one file",
      "Each API server's log is followed by itself; --merge adds the results up.",
    );
  if (flags.for !== undefined && from !== "follow" && from !== "listen")
    throw wrong("--for is for --follow and --listen: a log has an end");
  if ((flags.tlsCert === undefined) !== (flags.tlsKey === undefined))
    throw wrong("--tls-cert and --tls-key go together");
  if (flags.tlsCert !== undefined && from !== "listen") throw wrong("--tls-cert is for --listen");
  return {
    from,
    address: flags.listen === undefined ? undefined : addressOf(flags.listen),
    forMs: flags.for === undefined ? undefined : durationOf("for", flags.for),
    since: timeOf("since", flags.since),
    until: timeOf("until", flags.until),
    perNoopMs: noopMsOf(flags.noopMs),
    top: topOf(flags.top ?? "10"),
  };
}

function sourceOf({ follow, listen, merge }: AuditFlags): AuditOptions["from"] {
  const given = [follow && "follow", listen !== undefined && "listen", merge && "merge"].filter(
    (each): each is "follow" | "listen" | "merge" => typeof each === "string",
  );
  if (given.length > 1) throw wrong(`--${given.join(" and --")} exclude each other`);
  return given[0] ?? "files";
}

function addressOf(text: string): { host: string; port: number } {
  const found = /^(?:\[([^\]]+)\]|([^:[\]]*)):(\d+)$/.exec(text);
  const port = Number(found?.[3]);
  if (!found || port > 65_535)
    throw wrong(`--listen ${text}: not HOST:PORT`, "Such as 127.0.0.1:9443 or [::1]:9443.");
  return { host: found[1] ?? (found[2] || "127.0.0.1"), port };
}

function timeOf(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const millis = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(millis)) throw wrong(`--${option} ${text}: not a time`, "Such as 2026-11-30T18:00:00Z.");
  return millis * 1000;
}

/** One number for all ways, or `apply=2.2,update=1.5`. */
function noopMsOf(text: string | undefined): Ways {
  if (text === undefined) return NOOP_MS;
  if (isMillis(text)) return { apply: Number(text), update: Number(text), patch: Number(text) };
  const costs: Record<Way, number> = { ...NOOP_MS };
  for (const part of text.split(",")) {
    const [name = "", millis = ""] = part.split("=");
    const way = WAYS.find((each) => each === name);
    if (way === undefined || !isMillis(millis))
      throw wrong(`--noop-ms ${text}: not milliseconds`, "Such as 2, or apply=2,update=1.4,patch=1.4.");
    costs[way] = Number(millis);
  }
  return costs;
}

const isMillis = (text: string): boolean => /^\d+(\.\d+)?$/.test(text);

function topOf(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1) return count;
  throw wrong(`--top ${text}: not a number above 0`);
}

function wrong(message: string, hint?: string): CommandError {
  return new CommandError("bad-option", message, hint);
}
