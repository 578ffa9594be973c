import type { Command } from "commander";
import type { AuditFlags } from "../commands/audit.js";
import type { Context } from "../context.js";
import { given, withShared } from "../shared-options.js";
import type { Finish } from "./finish.js";
import { withEnding } from "./help.js";

/** Adds `churngate audit`. */
export function addAudit(program: Command, context: Context, finish: Finish): void {
  const command = program
    .command("audit [file...]")
    .usage("[file...] [options]")
    .description(
      "say who sends requests for nothing, from the API server's audit log: JSON lines in files (.gz too), directories, or - for standard input",
    )
    .option("--follow", "go on as the file grows, also where it is rotated")
    .option("--listen <host:port>", "take events as the API server's audit webhook sends them")
    .option("--tls-cert <file>", "with --listen: its certificate, as PEM; without, it speaks plain http")
    .option("--tls-key <file>", "with --listen: the certificate's key")
    .option("--for <duration>", "with --follow and --listen: how long (default: until interrupted)")
    .option("--merge", "the files are documents of other runs (-o json): add them up")
    .option("--since <time>", "only requests answered from this time on, such as 2026-11-30T18:00:00Z")
    .option("--until <time>", "only requests answered before this time")
    .option(
      "--noop-ms <ms>",
      "server CPU of a write that changes nothing (default: apply=2,update=1.4,patch=1.4)",
    )
    .option("--top <n>", "rows of each table (default: 10)")
    .option("--fail-on-churn", "exit with 1 where somebody writes for nothing again and again");
  withEnding(command, {
    examples: [
      ["a log, and the files that it was rotated to", "churngate audit /var/log/kubernetes/audit"],
      ["from elsewhere", "zcat audit.log.gz | churngate audit -"],
      [
        "ten minutes of the server's audit webhook, for CI",
        "churngate audit --listen 127.0.0.1:9099 --for 10m --fail-on-churn",
      ],
      ["each server's log by itself, and all of them as one", "churngate audit --merge a.json b.json"],
    ],
    exits: {
      0: "done",
      1: "with --fail-on-churn: there are findings",
      2: "an error: of the call, or a file that cannot be read to its end; the others are counted",
    },
  }).addHelpText(
    "after",
    `
docs/audit-policy.yaml, in the package, is an audit policy that logs what it needs; docs/audit.md says what each level tells.`,
  );
  withShared(command, ["text", "json"]).action(async (names: string[]) => {
    const { audit } = await import("../commands/audit.js");
    finish(await audit(names, given<AuditFlags>(command), context));
  });
}
