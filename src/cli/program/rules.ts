import type { Command } from "commander";
import type { InitFlags } from "../commands/rules-init.js";
import type { LintFlags } from "../commands/rules-lint.js";
import type { ShowFlags } from "../commands/rules-show.js";
import type { TestFlags } from "../commands/rules-test.js";
import type { Context } from "../context.js";
import type { Flags } from "../flags.js";
import { given, withShared, withWrite } from "../shared-options.js";
import type { Finish } from "./finish.js";
import { withEnding } from "./help.js";

/** Adds `churngate rules`. */
export function addRules(program: Command, context: Context, finish: Finish): void {
  const rules = program.command("rules").description("list, show, start, check and test rules");
  withEnding(rules, {
    examples: [
      ["what applies to a kind", "churngate rules show Deployment"],
      ["a rule of your own to start from, and its table of cases", "churngate rules init Deployment"],
      ["before rules of your own are used", "churngate rules lint rules"],
      ["their tables of cases", "churngate rules test rules"],
    ],
    exits: { 0: "no error", 1: "an error in rules, or a case that fails", 2: "something could not be read" },
  });
  const list = rules.command("list").description("list the rules that apply, and their files");
  withEnding(list, {
    examples: [
      ["the bundled ones", "churngate rules list"],
      ["with those of a directory on them", "churngate rules list --rules rules -o json"],
    ],
    exits: { 0: "listed", 2: "an error" },
  });
  withShared(list, ["text", "json"]).action(async () => {
    const { rulesList } = await import("../commands/rules-list.js");
    finish(await rulesList(given<Flags>(list), context));
  });
  const show = rules
    .command("show <kind>")
    .description("show one kind's rule, and where each part is written")
    .option("--explain", "say in words what it does, and what is known of the kind");
  withEnding(show, {
    examples: [
      ["of every group", "churngate rules show Deployment"],
      ["of one group, and the rule of its status", "churngate rules show apps/Deployment.status"],
      ["in words, with what is known of the kind", "churngate rules show Deployment --explain"],
      ["with your own rules on the bundled ones", "churngate rules show StatefulSet --rules rules"],
    ],
    exits: { 0: "shown", 2: "an error, such as no kind of that name" },
  });
  withShared(show, ["text", "json"]).action(async (kind: string) => {
    const { rulesShow } = await import("../commands/rules-show.js");
    finish(await rulesShow(kind, given<ShowFlags>(show), context));
  });
  const init = rules
    .command("init <kind>")
    .description("start a rule from what is known of a kind, with comments and a table of cases")
    .option("--out <dir>", "the rule set to write it into (default: the last --rules, else rules)")
    .option("--extends", "extend the rule below, which is done where there is one")
    .option("--no-extends", "stand by itself, in place of the rule below")
    .option("--version <version>", "for this API version only: v1")
    .option("--overwrite", "replace files that are there");
  withEnding(init, {
    examples: [
      ["into the set in rules", "churngate rules init Deployment"],
      ["on the rule below, in another set", "churngate rules init apps/DaemonSet --extends --out own"],
    ],
    exits: { 0: "written", 2: "an error; nothing is written then" },
  });
  withShared(withWrite(init), ["text", "json"]).action(async (kind: string) => {
    const { rulesInit } = await import("../commands/rules-init.js");
    finish(await rulesInit(kind, given<InitFlags>(init), context));
  });
  const lint = rules
    .command("lint [dir...]")
    .description(
      "check rule sets: paths, strategies, slips. Checked are the directories that are named; --rules are only read, below them. Without a directory, those of --rules and churngate.json",
    )
    .option("--against <file...>", "objects: says which ignores match none of them")
    .option("-R, --recursive", "look into directories of --against to any depth")
    .option("--mode <mode>", "say also what cannot work where writes are sent so: replace|apply|merge");
  withEnding(lint, {
    examples: [
      ["together with the bundled rules, on which they stand", "churngate rules lint rules"],
      [
        "alone, and the ignores that match none of these objects",
        "churngate rules lint rules --no-bundled --against live.yaml",
      ],
    ],
    exits: {
      0: "no error; there may be warnings",
      1: "an error in the rules",
      2: "something could not be read",
    },
  });
  withShared(lint, ["text", "json"]).action(async (folders: string[]) => {
    const { rulesLint } = await import("../commands/rules-lint.js");
    finish(await rulesLint(folders, given<LintFlags>(lint), context));
  });
  const test = rules
    .command("test [dir...]")
    .description(
      "run the tables of cases that stand beside rules. Run are those of the directories that are named; --rules are only read, below them. Without a directory, those of --rules and churngate.json",
    )
    .option(
      "--only <pattern>",
      "the cases of this kind, or with this in their name; * is any text; may be repeated",
      (pattern: string, before: readonly string[] = []) => [...before, pattern],
    )
    .option("--update", "make the cases that fail state what came");
  withEnding(test, {
    examples: [
      ["every table in the set", "churngate rules test rules"],
      [
        "tables that state no mode, by server-side apply",
        "churngate rules test rules --mode apply --field-manager my-operator",
      ],
      ["state what came, after it was read", "churngate rules test rules --update"],
    ],
    exits: { 0: "every case passes", 1: "a case fails", 2: "something could not be read" },
  });
  withShared(withWrite(test), ["text", "json"]).action(async (folders: string[]) => {
    const { rulesTest } = await import("../commands/rules-test.js");
    finish(await rulesTest(folders, given<TestFlags>(test), context));
  });
}
