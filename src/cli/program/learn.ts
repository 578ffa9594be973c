import type { Command } from "commander";
import type { LearnFlags } from "../commands/learn.js";
import type { Context } from "../context.js";
import { given, withShared } from "../shared-options.js";
import type { Finish } from "./finish.js";
import { withEnding } from "./help.js";

/** Adds `churngate learn`. */
export function addLearn(program: Command, context: Context, finish: Finish): void {
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
    .option("--timeout <duration>", "for one answer of the cluster (default: 60s)");
  withEnding(command, {
    examples: [
      ["what the definition tells, and what it does not", "churngate learn -f crd.yaml"],
      [
        "of the kinds in the files, the named ones: they stand before -f",
        "churngate learn Cache -f crds.yaml",
      ],
      [
        "writes rules/<group>/<Kind>.json, .facts.json and .cases.json",
        "churngate learn -f crd.yaml --out rules",
      ],
      ["from the cluster's definition, or its OpenAPI", "churngate learn widgets.example.com --context dev"],
      [
        "what the cluster does with these objects, by dry runs; nothing is stored",
        "churngate learn -f desired.yaml --context dev",
      ],
    ],
    exits: { 0: "learned", 2: "an error; nothing is written then" },
  });
  withShared(command, ["text", "json", "yaml"]).action(async (kinds: string[]) => {
    const { learn } = await import("../commands/learn.js");
    finish(await learn(kinds, given<LearnFlags>(command), context));
  });
}
