import { execFileSync, spawn } from "node:child_process";
import { chmodSync, existsSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { cli, folder } from "../helper.js";

const watch = readFileSync(new URL("../../../documents/watch.json", import.meta.url), "utf8");
const decision = readFileSync(new URL("../../../documents/decision.json", import.meta.url), "utf8");

describe("churngate report", () => {
  test("prints the page, with a part for each document", async () => {
    const { code, out, err } = await cli(["report", "watch.json", "decision.json"], {
      files: { "watch.json": watch, "decision.json": decision },
    });
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(out.match(/<article class="document"/g)).toHaveLength(2);
    expect(out).toContain("uPlot");
  });

  test("reads standard input, and several documents behind each other", async () => {
    const { code, out } = await cli(["report", "-"], { stdin: watch + decision });
    expect(code).toBe(0);
    expect(out.match(/<article class="document"/g)).toHaveLength(2);
    expect(out).toContain("standard input");
  });

  test("--out writes the page in place of what was there, and prints nothing", async () => {
    const cwd = folder({ "watch.json": watch, "page.html": "old" });
    expect(await cli(["report", "watch.json", "--out", "page.html"], { cwd })).toEqual({
      code: 0,
      out: "",
      err: "",
    });
    expect(readFileSync(join(cwd, "page.html"), "utf8")).toMatch(/^<!doctype html>/);
    expect(readdirSync(cwd).sort()).toEqual(["page.html", "watch.json"]);
  });

  test("--out writes what a link leads to, there or not yet, and leaves its rights", async () => {
    const cwd = folder({ "watch.json": watch, "kept/page.html": "old" });
    chmodSync(join(cwd, "kept/page.html"), 0o640);
    symlinkSync("kept/page.html", join(cwd, "page.html"));
    symlinkSync("kept/new.html", join(cwd, "new.html"));
    for (const name of ["page.html", "new.html"]) {
      expect((await cli(["report", "watch.json", "--out", name], { cwd })).code).toBe(0);
      expect(lstatSync(join(cwd, name)).isSymbolicLink()).toBe(true);
      expect(readFileSync(join(cwd, "kept", name), "utf8")).toMatch(/^<!doctype html>/);
    }
    expect(statSync(join(cwd, "kept/page.html")).mode & 0o777).toBe(0o640);
  });

  test.skipIf(process.platform === "win32")("--out writes to a FIFO, and leaves it there", async () => {
    const cwd = folder({ "watch.json": watch });
    const fifo = join(cwd, "page");
    execFileSync("mkfifo", [fifo]);
    const reader = spawn("cat", [fifo]);
    const [{ code }, page] = await Promise.all([
      cli(["report", "watch.json", "--out", "page"], { cwd }),
      text(reader.stdout),
    ]);
    expect([code, lstatSync(fifo).isFIFO(), readdirSync(cwd)]).toEqual([0, true, ["page", "watch.json"]]);
    expect(page).toMatch(/^<!doctype html>[\s\S]*<\/html>\s*$/);
  });

  test.each<[string, readonly string[], Readonly<Record<string, string>>, RegExp]>([
    ["a file that is not there", ["none.json"], {}, /^none\.json: no such file/],
    ["a file that is not JSON", ["a.json"], { "a.json": "{" }, /^a\.json:1:/],
    ["an empty file", ["a.json"], { "a.json": "" }, /^a\.json: there is nothing in it\n.*-o json/s],
    [
      "another document",
      ["a.json"],
      { "a.json": `${watch}{"format": "learn/1"}` },
      /^a\.json:\d{3}: format is not one of watch\/1/,
    ],
    [
      "a page that cannot be written",
      ["a.json", "--out", "no/page.html"],
      { "a.json": watch },
      /page\.html cannot be written \(ENOENT\)/,
    ],
    [
      "a directory",
      ["a.json", "--out", "d"],
      { "a.json": watch, "d/x": "" },
      /^error: d is a directory, not a file\n/,
    ],
    ["standard input twice", ["-", "-"], {}, /named twice/],
  ])("%s is an error that says what to do", async (_name, words, files, message) => {
    const cwd = folder(files);
    const { code, out, err } = await cli(["report", ...words], { cwd });
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(message);
    expect(existsSync(join(cwd, "no"))).toBe(false);
  });
});
