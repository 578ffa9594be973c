import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, inject, test } from "vitest";
import { write } from "./helper.js";
import { kubeconfig, named, slowServer } from "./slow-server.js";
import { CLEAN, NO_TERMINAL, Terminal, type TerminalOptions } from "./terminal.js";

const { folder } = inject("installed");
const cwd = join(folder, "terminal");
const NODE = `${process.execPath} ${join(folder, "node_modules/churngate/dist/cli/main.js")}`;

if (NO_TERMINAL !== undefined) console.warn(NO_TERMINAL);

/** So many objects that reading them takes seconds. */
const MANY = Array.from(
  { length: 60_000 },
  (_, index) =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a${index}, namespace: demo}\ndata: {a: "1"}\n`,
).join("---\n");

write(folder, {
  "terminal/one.json": JSON.stringify(named("a")),
  "terminal/set.json": ["a1", "a2", "slow", "z"].map((name) => JSON.stringify(named(name))).join("\n"),
  "terminal/many.yaml": MANY,
  "terminal/live.json": JSON.stringify({
    ...named("a"),
    data: { long: "one two three four five seven", wide: "漢字漢字漢字漢字" },
  }),
  "terminal/desired.json": JSON.stringify({
    ...named("a"),
    data: { long: "one two three four five six", wide: "漢字漢字漢字漢字 漢字漢字漢字漢字" },
  }),
});

function open(words: string, options: Partial<TerminalOptions> = {}): Terminal {
  return new Terminal(`echo $$ > pid; exec ${NODE} ${words}`, { cwd, ...options });
}

const pid = (): number => Number(readFileSync(join(cwd, "pid"), "utf8"));

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}

/** A server that answers no read, so that explain waits and says so. */
async function silent(): Promise<string> {
  const server = await slowServer(() => {});
  const silentConfig = { "terminal/kubeconfig.json": kubeconfig(server) };
  write(folder, silentConfig);
  return "--kubeconfig kubeconfig.json";
}

describe.skipIf(NO_TERMINAL !== undefined)("in a terminal", () => {
  const apply = "apply -f set.json --concurrency 1";

  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("%s in long reading takes the progress line away", async (signal, code) => {
    const terminal = open("explain -f many.yaml --live many.yaml");
    await terminal.shows(/^reading many\.yaml:\d+$/m);
    process.kill(pid(), signal);
    expect(await terminal.ended()).toBe(code);
    expect(terminal.text).toBe("");
    expect(await terminal.left()).toEqual(CLEAN);
  });

  test("Ctrl-C while the server is asked: the first ends it with a word on what was done, in a clean terminal", async () => {
    const terminal = open(`${apply} ${await silent()}`);
    await terminal.shows(/2 of 4 objects$/m);
    terminal.type("\x03");
    expect(await terminal.ended()).toBe(130);
    expect(terminal.text).toMatch(
      /slow +ConfigMap \(v1\) +UNKNOWN[\s\S]*4 objects: 2 created, 1 not done, 1 unknown {3}\(interrupted\)$/,
    );
    expect(terminal.text).not.toContain("of 4 objects\n");
    expect(await terminal.left()).toEqual(CLEAN);
  });

  test("Ctrl-Z stops it with a clean line, and fg shows the line again", async () => {
    const config = await silent();
    const terminal = new Terminal("exec bash --norc --noprofile -i", {
      cwd,
      env: { PS1: "ready> ", HISTFILE: "" },
    });
    await terminal.shows(/ready>$/);
    terminal.type(`${NODE} ${apply} ${config}\r`);
    await terminal.shows(/^2 of 4 objects/m);
    terminal.type("\x1a");
    await terminal.shows(/Stopped[\s\S]*ready>$/);
    expect(terminal.text).not.toMatch(/^2 of 4 objects/m);
    terminal.type("fg\r");
    await terminal.shows(/^2 of 4 objects/m);
    terminal.type("\x03");
    await terminal.shows(/\(interrupted\)\n+ready>$/);
    expect(terminal.text).not.toMatch(/^2 of 4 objects/m);
    // A loop of the shell ends too.
    terminal.type(`clear; for i in 1 2; do echo loop $i; ${NODE} ${apply} ${config}; done\r`);
    await terminal.shows(/^loop 1[\s\S]*^2 of 4 objects/m);
    terminal.type("\x03");
    await terminal.shows(/\(interrupted\)\n+ready>$/);
    expect(terminal.text).not.toMatch(/^loop 2/m);
    terminal.type("exit\r");
    await terminal.ended();
  });

  test("the second Ctrl-C ends it at once", async () => {
    const module_ = pathToFileURL(join(folder, "node_modules/churngate/dist/cli/signals.js"));
    write(cwd, {
      "stubborn.mjs": `import { Signals } from ${JSON.stringify(module_)};
        const signals = new Signals();
        const say = (text) => process.stdout.write(text);
        signals.interruption().addEventListener("abort", () => say("\\r\\x1b[Kasked once"));
        signals.drawing({ clear: () => say("\\r\\x1b[K\\x1b[?25h"), redraw: () => {} });
        say("\\x1b[?25lat work");
        setInterval(() => {}, 1000);`,
    });
    const terminal = new Terminal(`exec ${process.execPath} stubborn.mjs`, { cwd });
    await terminal.shows(/^at work$/);
    terminal.type("\x03");
    await terminal.shows(/^asked once$/);
    terminal.type("\x03");
    expect(await terminal.ended()).toBe(130);
    expect(terminal.text).toBe("");
    expect(await terminal.left()).toEqual(CLEAN);
  });

  test("nothing is left running where the terminal goes away", async () => {
    const terminal = open(`${apply} ${await silent()}`);
    await terminal.shows(/2 of 4 objects$/m);
    const process_ = pid();
    terminal.hangUp();
    await expect.poll(() => isRunning(process_), { timeout: 10_000 }).toBe(false);
  });

  test.each([40, 60, 80, 100])(
    "results fit %d columns, and break nothing that is one word",
    async (columns) => {
      const terminal = open("explain -f desired.json --live live.json -v", { columns });
      expect(await terminal.ended()).toBe(1);
      // Each row of the terminal is a line of the output: none was too long for it.
      expect(terminal.wrapped).toEqual([]);
      expect(terminal.text).toMatch(/^1 object: 1 to write$/m);
      expect(terminal.text.replaceAll(/\s+/g, " ")).toContain(
        "漢字漢字漢字漢字 -> 漢字漢字漢字漢字 漢字漢字漢字漢字",
      );
    },
  );

  test.each([["explain"], ["rules lint"], ["learn"]])(
    "help of %s fits a narrow terminal",
    async (command) => {
      const terminal = open(`${command} --help`, { columns: 50 });
      expect(await terminal.ended()).toBe(0);
      // A call is not broken: it is copied.
      const options = terminal.text.split("Options:")[1]?.split("Examples:")[0]?.split("\n") ?? [];
      expect(options.length).toBeGreaterThan(10);
      expect(terminal.wrapped.filter((line) => options.includes(line))).toEqual([]);
      expect(terminal.text).toContain("Exit codes:");
    },
  );

  test("$COLUMNS counts where the terminal says nothing", async () => {
    const rules = (env: Readonly<Record<string, string>>) => open("rules show Pod", { columns: 0, env });
    const [stated, silent] = [rules({ COLUMNS: "60" }), rules({})];
    await Promise.all([stated.ended(), silent.ended()]);
    expect(Math.max(...stated.lines.map((line) => line.length))).toBeLessThanOrEqual(60);
    expect(Math.max(...silent.lines.map((line) => line.length))).toBeGreaterThan(60);
  });

  test.each([
    ["a terminal has colours", "", {}, true],
    ["NO_COLOR", "", { NO_COLOR: "1" }, false],
    ["NO_COLOR that is empty says nothing", "", { NO_COLOR: "" }, true],
    ["NO_COLOR before FORCE_COLOR", "", { NO_COLOR: "1", FORCE_COLOR: "1" }, false],
    ["TERM=dumb", "", { TERM: "dumb" }, false],
    ["--color never", "--color never", {}, false],
    ["a pipe has none", "| cat", {}, false],
    ["FORCE_COLOR in a pipe", "| cat", { FORCE_COLOR: "1" }, true],
    ["FORCE_COLOR=0", "", { FORCE_COLOR: "0" }, false],
    ["--color always in a pipe, before NO_COLOR", "--color always | cat", { NO_COLOR: "1" }, true],
  ])("%s", async (_what, words, env, isColored) => {
    const terminal = open(`explain -f desired.json --live live.json ${words}`, { env });
    await terminal.ended();
    expect(terminal.text).toContain("1 object: 1 to write");
    expect(terminal.hasColors).toBe(isColored);
    expect(await terminal.left()).toEqual(CLEAN);
  });

  test("nothing is drawn on a dumb terminal", async () => {
    const terminal = open("classify -f many.yaml", { env: { TERM: "dumb" } });
    expect(await terminal.ended()).toBe(0);
    expect(terminal.text).toMatch(/^ConfigMap \(v1\) {2}60000 objects/);
  });
});
