import { readFileSync } from "node:fs";
import { Command } from "commander";
import type { ApplyFlags } from "./commands/apply.js";
import type { ClassifyFlags } from "./commands/classify.js";
import type { ExplainFlags } from "./commands/explain.js";
import type { LearnFlags } from "./commands/learn.js";
import type { LintFlags } from "./commands/rules-lint.js";
import type { Context } from "./context.js";
import type { Flags } from "./flags.js";
import { given, withCluster, withFiles, withShared, withWrite } from "./shared-options.js";

/** The commands, each loaded when it is called. `finish` takes the exit code. */
export function buildProgram(context: Context, finish: (code: number) => void): Command {
  const program = new Command(context.shell.program)
    .description("Says whether a write to a Kubernetes object would change anything, and why.")
    .version(version())
    .configureHelp({ showGlobalOptions: true });
  addExplain(program, context, finish);
  addApply(program, context, finish);
  addClassify(program, context, finish);
  addLearn(program, context, finish);
  addRules(program, context, finish);
  return program;
}

/** The version that package.json states; it lies as far above the source as above what is built of it. */
function version(): string {
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
    version: string;
  };
  return version;
}

type Finish = (code: number) => void;

function addExplain(program: Command, context: Context, finish: Finish): void {
  const command = program
    .command("explain")
    .description("say for each object whether a write would change it, what, and why")
    .option("--live <file...>", "the objects as they are now: files, directories, or -; else the cluster's")
    .option("-v, --verbose", "list every difference that was passed over")
    .option("--show-secrets", "show the values of Secrets")
    .addHelpText("after", "\nExit: 0 nothing to write, 1 would write or create, 2 error, 3 only blocked.");
  withShared(withCluster(withWrite(withFiles(command))), ["text", "json", "yaml", "json-patch"]).action(
    async () => {
      const { explain } = await import("./commands/explain.js");
      finish(await explain(given(command) as unknown as ExplainFlags, context));
    },
  );
}

function addApply(program: Command, context: Context, finish: Finish): void {
  const command = program
    .command("apply")
    .description("write the objects that are not as desired, and leave the others alone")
    .option("--dry-run [where]", "server|none: the server checks, but stores nothing")
    .option("--show-secrets", "show the values of Secrets")
    .addHelpText(
      "after",
      "\nExit: 0 all as desired, 2 error, 3 blocked; with --dry-run, 1 would write or create.",
    );
  withShared(withCluster(withWrite(withFiles(command))), ["text", "json", "yaml"]).action(async () => {
    const { apply } = await import("./commands/apply.js");
    finish(await apply(given(command) as unknown as ApplyFlags, context));
  });
}

function addClassify(program: Command, context: Context, finish: Finish): void {
  const command = program
    .command("classify")
    .description("say which strategy each kind gets, and why")
    .option(
      "--evidence",
      "ask the cluster by dry runs which strategy would never be wrong; nothing is stored",
    )
    .option("--variants <n>", "with --evidence: changes of an object to ask about, at most (default: 200)")
    .addHelpText("after", "\nOptions of the cluster are for --evidence alone. Exit: 0, 2 error.");
  withShared(withCluster(withWrite(withFiles(command))), ["text", "json"]).action(async () => {
    const { classify } = await import("./commands/classify.js");
    finish(await classify(given(command) as unknown as ClassifyFlags, context));
  });
}

function addLearn(program: Command, context: Context, finish: Finish): void {
  const command = program
    .command("learn [kind...]")
    .usage("[kind...] [-f <file...>] [options]")
    .description(
      "write facts and a proposed rule for kinds, from their CustomResourceDefinitions or a cluster. Kinds that are named stand before -f",
    )
    .option(
      "-f, --filename <file...>",
      "CustomResourceDefinitions: files, directories, or -, all words up to the next option; no cluster is asked. With --context also objects: the cluster is asked by dry runs",
    )
    .option("-n, --namespace <name>", "namespace of the objects that name none")
    .option("--field-manager <name>", "our name in managedFields (default: churngate)")
    .option("--concurrency <n>", "dry runs under way at once (default: 8)")
    .option("-R, --recursive", "look into directories to any depth")
    .option("--out <dir>", "write the files into this rule set; else what was learned is printed")
    .option("--overwrite", "replace files that an earlier learn wrote")
    .option("--kubeconfig <file>", "in place of $KUBECONFIG and ~/.kube/config")
    .option("--context <name>", "the kubeconfig's context to use")
    .option("--timeout <duration>", "for one answer of the cluster (default: 60s)")
    .addHelpText("after", LEARN_EXAMPLES);
  withShared(command, ["text", "json", "yaml"]).action(async (kinds: string[]) => {
    const { learn } = await import("./commands/learn.js");
    finish(await learn(kinds, given(command) as LearnFlags, context));
  });
}

const LEARN_EXAMPLES = `
Examples:
  churngate learn -f crd.yaml                          what the definition tells, and what it does not
  churngate learn Cache -f crds.yaml                   of the kinds in the files, the named ones: they stand before -f
  churngate learn -f crd.yaml --out rules              writes rules/<group>/<Kind>.json, .facts.json, .cases.json
  churngate learn widgets.example.com --context dev    from the cluster's definition, or its OpenAPI
  churngate learn -f desired.yaml --context dev        what the cluster does with these objects, by dry runs; nothing is stored

Exit: 0 learned, 2 error; with one, nothing is written.`;

function addRules(program: Command, context: Context, finish: Finish): void {
  const rules = program.command("rules").description("list, show, check and test rules");
  const list = rules.command("list").description("list the rules that apply, and their files");
  withShared(list, ["text", "json"]).action(async () => {
    const { rulesList } = await import("./commands/rules-list.js");
    finish(await rulesList(given(list) as Flags, context));
  });
  const show = rules
    .command("show <kind>")
    .description("show one kind's rule, and where each part is written");
  withShared(show, ["text", "json"]).action(async (kind: string) => {
    const { rulesShow } = await import("./commands/rules-show.js");
    finish(await rulesShow(kind, given(show) as Flags, context));
  });
  const lint = rules
    .command("lint [dir...]")
    .description("check rule sets: paths, strategies, slips")
    .option("--against <file...>", "objects: says which ignores match none of them")
    .option("-R, --recursive", "look into directories of --against to any depth");
  withShared(lint, ["text", "json"]).action(async (folders: string[]) => {
    const { rulesLint } = await import("./commands/rules-lint.js");
    finish(await rulesLint(folders, given(lint) as LintFlags, context));
  });
  const test = rules.command("test [dir...]").description("run the tables of cases that stand beside rules");
  withShared(withWrite(test), ["text", "json"]).action(async (folders: string[]) => {
    const { rulesTest } = await import("./commands/rules-test.js");
    finish(await rulesTest(folders, given(test) as Flags, context));
  });
}
