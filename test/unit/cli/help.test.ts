import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { loadEngine } from "../../../src/cli/load-engine.js";
import { endingOf, INTERRUPTED } from "../../../src/cli/program/help.js";
import { buildProgram } from "../../../src/cli/program/program.js";
import { allCommands, pathOf } from "../../../src/cli/program/tree.js";
import { EXAMPLE_FILES, EXAMPLE_INPUT } from "./example-files.js";
import { cli, folder, type Outcome, quietContext } from "./helper.js";

const commands: readonly Command[] = allCommands(buildProgram(quietContext(), () => {}));
const rows = commands.map((command) => [pathOf(command), command] as const);

const NO_CLUSTER = "this example needs a cluster";

/** What a test has not got, or has no time for. */
const INSTEAD: Readonly<Record<string, string>> = {
  "/var/log/kubernetes/audit": "audit.log",
  "127.0.0.1:9099": "127.0.0.1:0",
  "10m": "1s",
};

/** The words behind `churngate`, in a call that may pipe into it, or take what it prints. */
function wordsOf(call: string): readonly string[] {
  const [, words] = /.*\bchurngate ([^|<>)]*)/.exec(call) ?? [];
  if (words === undefined) throw new Error(`no call of churngate: ${call}`);
  return words
    .trim()
    .split(/\s+/)
    .map((word) => INSTEAD[word] ?? word);
}

function stdinOf(call: string): string {
  if (call.includes("churngate report -")) return EXAMPLE_FILES["audit.json"] ?? "";
  return call.includes("churngate audit -") ? (EXAMPLE_FILES["audit.log"] ?? "") : EXAMPLE_INPUT;
}

async function runExample(call: string): Promise<Outcome> {
  const cwd = folder(EXAMPLE_FILES);
  // What is merged is what a run printed.
  const { out } = call.includes("--merge")
    ? await cli(["audit", "audit.log", "-o", "json"], { cwd })
    : { out: "" };
  if (out !== "") for (const name of ["a.json", "b.json"]) writeFileSync(join(cwd, name), out);
  return cli(wordsOf(call), {
    cwd,
    stdin: stdinOf(call),
    factory: loadEngine,
    cluster: async () => {
      throw new Error(NO_CLUSTER);
    },
  });
}

describe("the help of", () => {
  it.each(rows)("%s has examples and exit codes", async (path, command) => {
    const ending = endingOf(command);
    if (ending === undefined) throw new Error(`${path}: withEnding states its examples and exit codes`);
    const { out, code } = await cli([...path.split(" ").slice(1), "--help"]);
    expect(code).toBe(0);
    for (const [what, call] of ending.examples) {
      expect(out.replaceAll(/\s+(?:# )?/g, " ")).toContain(what);
      expect(out).toContain(`\n  ${call}\n`);
    }
    for (const [exit, meaning] of [...Object.entries(ending.exits), INTERRUPTED])
      expect(out.replaceAll(/\s+/g, " ")).toContain(`${exit} ${meaning}`);
    expect(ending.examples.length).toBeGreaterThan(0);
    expect(Object.keys(ending.exits)).toEqual(expect.arrayContaining(["0", "2"]));
  });

  const examples = commands.flatMap(
    (command) =>
      endingOf(command)?.examples.map(([, call]) => [call, endingOf(command)?.exits ?? {}] as const) ?? [],
  );

  it.each(examples)("%s runs, as far as no cluster is needed", async (call, exits) => {
    const { code, err } = await runExample(call);
    // No server sends anything here.
    if (err.includes(NO_CLUSTER) || err.includes("no audit event came")) return;
    expect(err.replaceAll(/^(?:note: |listening ).*\n/gm, "")).toBe("");
    expect(Object.keys(exits)).toContain(String(code));
    expect(code).not.toBe(2);
  });

  it("a plugin of kubectl names kubectl", async () => {
    const { out } = await cli(["explain", "--help"], { program: "kubectl churngate" });
    expect(out).toContain("\n  kubectl churngate explain -f desired.yaml\n");
    expect(out).not.toMatch(/(?<!kubectl )\bchurngate explain/);
  });

  it.each([50, 80, 120])("fits %d columns, but for calls", async (columns) => {
    const { out } = await cli(["explain", "--help"], { columns });
    const long = out.split("\n").filter((line) => line.length > columns && !/^ {2}.*\bchurngate /.test(line));
    expect(long).toEqual([]);
  });
});

describe("docs/cli.md", () => {
  it("has every command's exit codes", () => {
    const of = (command: Command, code: number): string => endingOf(command)?.exits[code] ?? "";
    const lines = commands
      .filter((command) => command.parent !== null && command.commands.length === 0)
      .map((command) => {
        const name = pathOf(command).split(" ").slice(1).join(" ");
        return `| \`${name}\` | ${[0, 1, 2, 3].map((code) => of(command, code)).join(" | ")} |`.replaceAll(
          "|  |",
          "| |",
        );
      });
    const documented = readFileSync("docs/cli.md", "utf8").split("\n### Exit codes\n")[1]?.split("\n## ")[0];
    expect(documented?.split("\n").filter((line) => line.startsWith("| `"))).toEqual(lines);
  });
});

describe("help", () => {
  it.each([
    ["a command", ["help", "explain"], /^Usage: churngate explain /],
    ["a command below a command", ["help", "rules", "show"], /^Usage: churngate rules show /],
    ["none", ["help"], /^Usage: churngate /],
  ])("of %s is a result", async (_what, words, said) => {
    const { code, out, err } = await cli(words);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(said);
  });

  it.each([
    ["when explain needs a manager", ["explain"], "--live with --mode apply needs it"],
    ["apply's manager", ["apply"], "our name in managedFields; churngate unless chosen"],
    ["what watch needs", ["watch"], "the rights to list and watch them"],
    ["what audit needs", ["audit"], "docs/audit-policy.yaml"],
    ["what may be repeated", ["rules", "test"], "is any text; may be repeated"],
    ["what is tested", ["rules", "test"], "Run are those of the directories that are named"],
    ["what is checked", ["rules", "lint"], "Checked are the directories that are named"],
  ])("says %s", async (_what, words, said) => {
    expect((await cli([...words, "--help"])).out.replaceAll(/\s+/g, " ")).toContain(said);
  });

  it.each([
    ["no command", [], /^Usage: churngate /],
    ["a group without a command", ["rules"], /^Usage: churngate rules /],
    ["an unknown command", ["help", "explian"], /unknown command 'explian'\n\(Did you mean explain\?\)\n$/],
    ["an unknown one below", ["help", "rules", "lnt"], /unknown command 'lnt'\n\(Did you mean lint\?\)\n$/],
    ["nothing near", ["xyz"], /unknown command 'xyz'\nchurngate --help lists the commands\.\n$/],
    [
      "a missing option",
      ["explain"],
      /'-f, --filename <file\.\.\.>' not specified\nSuch as: churngate explain -f desired\.yaml\nchurngate explain --help has more\.\n$/,
    ],
    ["a missing argument", ["rules", "show"], /'kind'\nSuch as: churngate rules show Deployment\n/],
    [
      "a superfluous argument",
      ["explain", "-f", "a", "--live", "b", "--", "c"],
      /too many arguments[^\n]*\nFiles are named by -f: churngate explain -f desired\.yaml\n/,
    ],
    [
      "an unknown shell",
      ["completion", "ksh"],
      /^error: completion ksh: not one of bash, zsh, fish\nSuch as: source <\(churngate completion bash\)\n$/,
    ],
  ])("%s is an error that says what to do", async (_what, words, said) => {
    const { code, out, err } = await cli(words);
    expect(err).toMatch(said);
    expect([code, out]).toEqual([2, ""]);
  });
});
