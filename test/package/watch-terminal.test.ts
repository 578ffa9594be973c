import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, inject, test, vi } from "vitest";
import { WatchedServer } from "../unit/cli/watch/server.js";
import { write } from "./helper.js";
import { CLEAN, NO_TERMINAL, Terminal, type TerminalOptions } from "./terminal.js";

const { folder } = inject("installed");
const cwd = join(folder, "watch");
const NODE = `${process.execPath} ${join(folder, "node_modules/churngate/dist/cli/main.js")}`;
const WATCH = "watch configmaps --kubeconfig kubeconfig.json";

/** What is sent from then on arrives. */
const READY = /^watching 1 kind(?!.*being listed)/m;

if (NO_TERMINAL !== undefined) console.warn(NO_TERMINAL);

let server: WatchedServer;
beforeEach(async () => {
  server = await WatchedServer.start();
  write(folder, { "watch/kubeconfig.json": server.kubeconfig });
});

function open(words: string, options: Partial<TerminalOptions> = {}): Terminal {
  return new Terminal(`echo $$ > pid; exec ${NODE} ${words}`, { cwd, ...options });
}

const pid = (): number => Number(readFileSync(join(cwd, "pid"), "utf8"));

function change(value: string, manager: string, second: number): void {
  const managed = {
    manager,
    operation: "Update",
    apiVersion: "v1",
    time: `2026-01-01T00:00:${String(second).padStart(2, "0")}Z`,
    fieldsType: "FieldsV1",
    fieldsV1: { "f:data": { "f:k": {} } },
  };
  const metadata = { name: "a", namespace: "demo", uid: "1", managedFields: [managed] };
  server.send("configmaps", second === 0 ? "ADDED" : "MODIFIED", {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata,
    data: { k: value },
  });
}

function fight(): void {
  for (let second = 0; second < 20; second++)
    change(String(second % 2), second % 2 === 0 ? "even" : "odd", second);
}

describe.skipIf(NO_TERMINAL !== undefined)("watch in a terminal", () => {
  test("a live table, which Ctrl-C takes away for the report", async () => {
    const terminal = open(WATCH, { columns: 100 });
    await terminal.shows(READY);
    fight();
    await terminal.shows(/^even, odd +put values back and forth +ConfigMap +\d+ +[\d,.]+ +demo\/a +data\.k/m);
    terminal.type("\x03");
    expect(await terminal.ended()).toBe(0);
    expect(terminal.text).toMatch(/^watched 1 kind, 1 object/);
    expect(terminal.text).toMatch(/^even, odd put data\.k back and forth {2}ConfigMap \(v1\)/m);
    expect(terminal.text).not.toContain("watching");
    expect(await terminal.left()).toEqual(CLEAN);
  });

  test("lines that are too long are cut, so that the table stays in its place", async () => {
    const terminal = open(WATCH, { columns: 40 });
    await terminal.shows(/^watching 1 kind/m);
    // So few columns do not have room for what is being listed.
    await vi.waitUntil(() => server.isWatched("configmaps"), { timeout: 30_000 });
    fight();
    await terminal.shows(/^even, odd/m);
    change("0", "even", 20);
    await terminal.shows(/^20 updates/m);
    expect(terminal.text.match(/watching 1 kind/g)).toHaveLength(1);
    terminal.type("\x03");
    expect(await terminal.ended()).toBe(0);
    expect(terminal.text).not.toContain("watching");
    expect(await terminal.left()).toEqual(CLEAN);
  });

  test.each([
    ["SIGTERM", 0],
    ["SIGHUP", 0],
  ] as const)("%s leaves it clean", async (signal, code) => {
    const terminal = open(WATCH);
    await terminal.shows(/^watching 1 kind/m);
    process.kill(pid(), signal);
    expect(await terminal.ended()).toBe(code);
    expect(terminal.text).not.toContain("watching");
    expect(await terminal.left()).toEqual(CLEAN);
  });

  test("only the table goes to the terminal where the document goes elsewhere", async () => {
    const terminal = open(`${WATCH} -o json > document.json`);
    await terminal.shows(/^watching 1 kind/m);
    terminal.type("\x03");
    expect(await terminal.ended()).toBe(0);
    expect(terminal.text).toBe("");
    expect(await terminal.left()).toEqual(CLEAN);
    expect(JSON.parse(readFileSync(join(cwd, "document.json"), "utf8"))).toMatchObject({ format: "watch/1" });
  });

  test("nothing is drawn on a dumb terminal", async () => {
    const terminal = open(`${WATCH} --for 10ms`, { env: { TERM: "dumb" } });
    expect(await terminal.ended()).toBe(0);
    expect(terminal.text).toMatch(/^watched 1 kind/);
  });
});
