import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, test } from "vitest";
import { write } from "./helper.js";

const { folder } = inject("installed");
const cwd = join(folder, "pipes");
const churngate = `${process.execPath} ${join(folder, "node_modules/churngate/dist/cli/main.js")}`;

const manifest = (name: string, value: string): string =>
  JSON.stringify({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name, namespace: "demo" },
    data: { a: value },
  });
const many = (value: string): string =>
  Array.from({ length: 3000 }, (_, index) => manifest(`a${index}`, value)).join("\n");

write(folder, {
  "pipes/desired.json": many("1"),
  "pipes/live.json": many("2"),
  "pipes/rules/core/ConfigMap.json":
    '{"format":1,"group":"","kind":"ConfigMap","strategy":"exact","why":"All of it."}',
});

/** What a shell makes of a line. */
function bash(line: string): { code: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync("bash", ["-c", line], {
    cwd,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  return { code: status, out: stdout, err: stderr };
}

const EXPLAIN = "explain -f desired.json --live live.json";
/** Calls, and what they exit with. */
const CALLS: readonly (readonly [call: string, code: number])[] = [
  [EXPLAIN, 1],
  [`${EXPLAIN} -v -o json`, 1],
  [`${EXPLAIN} -o yaml`, 1],
  [`${EXPLAIN} -o json-patch`, 1],
  ["classify -f desired.json", 0],
  ["rules list", 0],
  ["rules list -o json", 0],
  ["rules show ConfigMap", 0],
  ["rules lint rules", 0],
  ["rules test rules", 0],
  ["completion bash", 0],
  ["help explain", 0],
  ["rules --help", 0],
];

describe.skipIf(process.platform === "win32")("in a shell", () => {
  test.each(CALLS)("%s is quiet where the reader leaves, and exits as ever", (call, code) => {
    // `:` reads nothing at all, head a little of it.
    for (const reader of [":", "head -c 10 >/dev/null"])
      expect(bash(`${churngate} ${call} | ${reader}; exit \${PIPESTATUS[0]}`)).toEqual({
        code,
        out: "",
        err: "",
      });
  });

  test("nothing of a long output is lost in a slow pipe", () => {
    const call = `${churngate} ${EXPLAIN} -o json`;
    const { out } = bash(
      `${call} > whole.json; ${call} | (sleep 0.2; cat) | cmp - whole.json && wc -c < whole.json`,
    );
    expect(Number(out)).toBeGreaterThan(1_000_000);
  });

  test("a pipe gets whole lines, whatever $COLUMNS says", () => {
    const { out } = bash(`COLUMNS=20 ${churngate} rules show Pod`);
    expect(Math.max(...out.split("\n").map((line) => line.length))).toBeGreaterThan(80);
  });

  test.skipIf(!existsSync("/dev/full"))("a full disk is an error", () => {
    expect(bash(`${churngate} ${EXPLAIN} -o json > /dev/full`)).toEqual({
      code: 2,
      out: "",
      err: "error: the output cannot be written (ENOSPC)\n",
    });
  });

  test.each(["<&-", "</dev/null"])("standard input that is %s has no object", (input) => {
    expect(bash(`${churngate} classify -f - ${input}`)).toEqual({
      code: 2,
      out: "",
      err: "standard input: there is no object in it\n",
    });
  });

  test("closed outputs change nothing", () => {
    expect(
      bash(`${churngate} ${EXPLAIN} >&-; echo $?; ${churngate} ${EXPLAIN} 2>&- >/dev/null; echo $?`).out,
    ).toBe("1\n1\n");
  });
});
