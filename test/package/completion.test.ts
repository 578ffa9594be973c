import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, test } from "vitest";
import { write } from "./helper.js";
import { NO_TERMINAL, Terminal } from "./terminal.js";

const { folder } = inject("installed");
const cwd = join(folder, "completion");
const bin = join(folder, "node_modules/.bin");

const CONTEXTS = {
  "current-context": "dev",
  contexts: [
    { name: "dev", context: { cluster: "a", namespace: "shop" } },
    { name: "arn:aws:eks:eu-west-1:12:cluster/prod", context: { cluster: "a", namespace: "web" } },
    ...["evil$(touch ran)`touch ran`", "two words", 'it\'s; "so" & \\ | > ran', ":4", "next"].map((name) => ({
      name,
      context: { cluster: "a", namespace: "shop" },
    })),
  ],
};

write(folder, {
  "completion/desired.yaml": "",
  "completion/my file.yaml": "",
  "completion/kube.json": JSON.stringify(CONTEXTS),
  "completion/rules/example.com/Widgetry.json": JSON.stringify({
    format: 1,
    group: "example.com",
    kind: "Widgetry",
    strategy: "exact",
  }),
  "completion/rulings.txt": "",
});

/** What is typed before a tab, and the line then; `·` is where the next key goes. */
const LINES: readonly (readonly [typed: string, line: string])[] = [
  ["churngate exp", "churngate explain ·"],
  ["churngate rules sh", "churngate rules show ·"],
  ["churngate explain -f a b --li", "churngate explain -f a b --live ·"],
  ["churngate explain --mode m", "churngate explain --mode merge ·"],
  ["churngate explain --mode=m", "churngate explain --mode=merge ·"],
  ["churngate explain -o json-", "churngate explain -o json-patch ·"],
  ["churngate apply --dry-run n", "churngate apply --dry-run none ·"],
  ["churngate classify --color al", "churngate classify --color always ·"],
  ["churngate rules show StatefulS", "churngate rules show StatefulSet ·"],
  ["churngate rules show --rules rules Widg", "churngate rules show --rules rules Widgetry ·"],
  ["churngate explain --context d", "churngate explain --context dev ·"],
  ["churngate explain -n sh", "churngate explain -n shop ·"],
  ["churngate explain -f des", "churngate explain -f desired.yaml ·"],
  ["churngate explain -f desired.yaml my", "churngate explain -f desired.yaml my\\ file.yaml ·"],
  ["churngate rules lint rul", "churngate rules lint rules/·"],
  ["churngate explain --kubeconfig ku", "churngate explain --kubeconfig kube.json ·"],
  ["churngate explain --kubeconfig=ku", "churngate explain --kubeconfig=kube.json ·"],
  ["churngate completion f", "churngate completion fish ·"],
  [
    "churngate explain --context arn:aws:e",
    "churngate explain --context arn:aws:eks:eu-west-1:12:cluster/prod ·",
  ],
  ["churngate explain --context=ar", "churngate explain --context=arn:aws:eks:eu-west-1:12:cluster/prod ·"],
];

/** What is typed before a tab, and the context that the command is then given. */
const NAMES: readonly (readonly [typed: string, name: string])[] = [
  ["ev", "evil$(touch ran)`touch ran`"],
  ["tw", "two words"],
  ["two\\ w", "two words"],
  ["it", 'it\'s; "so" & \\ | > ran'],
  ["'ev", "evil$(touch ran)`touch ran`"],
  ['"ev', "evil$(touch ran)`touch ran`"],
  ['"it', 'it\'s; "so" & \\ | > ran'],
  ["'it", 'it\'s; "so" & \\ | > ran'],
  [":", ":4"],
  ["ne", "next"],
];

const CLEAR_LINE = "\x15";

interface ShellUnderTest {
  readonly start: string;
  readonly load: string;
}

const SHELLS: Readonly<Record<string, ShellUnderTest>> = {
  bash: { start: "bash --norc --noprofile -i", load: "source <(churngate completion bash)" },
  zsh: { start: "zsh -f -i", load: "autoload -U compinit; compinit -D; source <(churngate completion zsh)" },
  fish: { start: "fish --no-config -i", load: "churngate completion fish | source" },
};

/** A text as a pattern of itself. */
const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

const isThere = (program: string): boolean =>
  spawnSync(program, [program === "kubectl" ? "options" : "--version"]).status === 0;

for (const [name, { start, load }] of Object.entries(SHELLS)) {
  const missing =
    NO_TERMINAL ?? (isThere(name) ? undefined : `${name} is not installed: its completion was not tested`);
  if (missing !== undefined) console.warn(missing);

  describe.skipIf(missing !== undefined)(`completion for ${name}`, () => {
    test("completes commands, options, values, files and directories", async () => {
      const terminal = new Terminal(`exec ${start}`, {
        cwd,
        columns: 120,
        env: {
          PATH: `${bin}:${process.env.PATH}`,
          PS1: "> ",
          KUBECONFIG: "kube.json",
          HISTFILE: "",
          HOME: cwd,
        },
      });
      // Twice, as a file of start-up commands may.
      terminal.type(`${load}; ${load}; echo lo''aded\r`);
      await terminal.shows(/^loaded/m);
      for (const [typed, line] of LINES) {
        terminal.type(`${typed}\t·`);
        await terminal.shows(new RegExp(`${escaped(line)}$`, "m"));
        terminal.type(CLEAR_LINE);
      }
      terminal.type("churngate rules \t\t");
      for (const below of ["list", "show", "lint", "test"])
        await terminal.shows(new RegExp(`^(?!>).*\\b${below}\\b`, "m"));
      terminal.type(CLEAR_LINE);
      for (const [index, [typed, name]] of NAMES.entries()) {
        terminal.type(`churngate explain --context ${typed}\t`);
        // To the line's beginning: the words are shown instead of run.
        terminal.type(`\x01printf '<%s>\\n' ${index}\x20\r`);
        await terminal.shows(
          new RegExp(`^<${index}>\\n<churngate>\\n<explain>\\n<--context>\\n<${escaped(name)}>$`, "m"),
        );
      }
      expect(existsSync(join(cwd, "ran"))).toBe(false);
      terminal.type("exit\r");
      await terminal.ended();
    });
  });
}

describe("completion for kubectl", () => {
  const asked = join(bin, "kubectl_complete-churngate");
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, KUBECONFIG: "kube.json" };

  test.skipIf(process.platform === "win32")("its plugin answers as cobra's programs do", () => {
    const { stdout } = spawnSync(asked, ["explain", "--mode", ""], { cwd, env, encoding: "utf8" });
    expect(stdout).toBe("replace\t\napply\t\nmerge\t\n:4\n");
  });

  const missing = isThere("kubectl")
    ? undefined
    : "kubectl is not installed: that it asks the plugin was not tested";
  if (missing !== undefined) console.warn(missing);
  test.skipIf(missing !== undefined)("kubectl finds and asks it", () => {
    const { stdout } = spawnSync("kubectl", ["__complete", "churngate", "rules", ""], {
      cwd,
      env,
      encoding: "utf8",
    });
    expect(stdout).toMatch(/^list\tlist the rules that apply[\s\S]*\n:4\n/);
  });
});
