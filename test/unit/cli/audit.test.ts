import { execFileSync } from "node:child_process";
import { readFileSync, symlinkSync } from "node:fs";
import { appendFile, rename, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test, vi } from "vitest";
import type { AuditDocument } from "../../../src/adapter/audit/document.js";
import { Lines } from "../../../src/adapter/audit/lines.js";
import { followFile } from "../../../src/cli/audit/follow.js";
import { listenForEvents } from "../../../src/cli/audit/listen.js";
import { Interruption } from "../../../src/cli/shell.js";
import { AuditLog } from "../../bench/audit-log.mjs";
import { event, put, web } from "../adapter/audit/events.js";
import { cli, folder } from "./helper.js";

const schemaOf = (name: string): object => JSON.parse(readFileSync(`schemas/${name}`, "utf8"));
const validate = new Ajv2020({ strict: false, validateFormats: false })
  .addSchema(schemaOf("rule.schema.json"), "rule.schema.json")
  .compile(schemaOf("audit.schema.json"));

const line = (at: number): string => `${event(put(7, 7, { at }))}\n`;
const log = (count: number): string => Array.from({ length: count }, (_, index) => line(index)).join("");

async function document(words: readonly string[], options: Parameters<typeof cli>[1] = {}) {
  const { code, out, err } = await cli(["audit", ...words, "-o", "json"], options);
  const found = JSON.parse(out);
  expect(validate(found), JSON.stringify(validate.errors)).toBe(true);
  return { code, err, document: found };
}

describe("audit FILE", () => {
  test("says who writes for nothing, and fails only where it is to", async () => {
    const files = { "audit.log": log(5) };
    const { code, out, err } = await cli(["audit", "audit.log"], { files });
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain("op sends writes that change nothing  Deployment (apps/v1)  5 writes, ");
    expect(out).toMatch(/objects +demo\/web 5/);
    expect(out).toContain("A gate would have saved 5 writes");
    expect((await cli(["audit", "audit.log", "--fail-on-churn"], { files })).code).toBe(1);
    expect(
      (await cli(["audit", "audit.log", "--fail-on-churn"], { files: { "audit.log": log(3) } })).code,
    ).toBe(0);
  });

  test("reads gzip, also of several parts, directories, rotated files in their order, and standard input", async () => {
    const zipped = Buffer.concat([gzipSync(line(0)), gzipSync(line(1))]);
    const cwd = folder({
      "logs/audit.log": line(4),
      "logs/audit.log.1": line(3),
      "logs/audit.log.10.gz": zipped,
    });
    for (const words of [["logs"], ["logs/audit.log", "logs/audit.log.1", "logs/audit.log.10.gz"]]) {
      const { document: found } = await document(words, { cwd });
      expect([found.writes, found.effects, found.lines.bad]).toEqual([4, { nothing: 4 }, 0]);
    }
    const { document: piped } = await document(["-"], { cwd, stdin: log(3) });
    expect(piped.writes).toBe(3);
    // The order tells: the first answer is known before the patch that it makes a no-op.
    const patch = (at: number) => `${event({ verb: "patch", at, answer: web(7) })}\n`;
    const stamped = {
      "l/audit-2026-11-30T18-00-00.000.log": patch(0),
      "l/audit-2026-11-30T19-00-00.000.log.gz": gzipSync(patch(1)),
      "l/audit.log": patch(2),
    };
    expect((await document(["l"], { files: stamped })).document.effects).toEqual({ unknown: 1, nothing: 2 });
  });

  test("names what cannot be read, and counts the rest", async () => {
    const broken = gzipSync(AUDIT_LINES);
    const files = { "a.log": `${line(0)}{\n${line(1)}`, "b.log.gz": broken.subarray(0, broken.length / 2) };
    const { code, err, document: found } = await document(["a.log", "b.log.gz", "none.log"], { files });
    expect(code).toBe(2);
    expect(err).toContain("note: a.log:2: not JSON; passed over\n");
    expect(err).toMatch(/^b\.log\.gz: unexpected end of file$/m);
    expect(err).toMatch(/^none\.log: no such file or directory$/m);
    expect(found.writes).toBeGreaterThan(10);
    expect(found.lines.bad).toBeGreaterThanOrEqual(1);
  });

  test("names ten bad lines, and how many more", async () => {
    const { err } = await document(["a.log"], { files: { "a.log": line(0) + "x\n".repeat(25) } });
    expect(err.match(/^note: a\.log:\d+: not JSON/gm)).toHaveLength(10);
    expect(err).toContain("note: 15 more lines passed over\n");
  });

  test("says once of a file that is no log, and reads each file that a link leads to once", async () => {
    const cwd = folder({
      "l/audit.log": log(2),
      "l/notes.txt": "x\n".repeat(25),
      "l/short": "y\n",
      "other.log": log(3),
    });
    symlinkSync("audit.log", join(cwd, "l/a-link.log"));
    symlinkSync("../other.log", join(cwd, "l/other.log"));
    symlinkSync(".", join(cwd, "l/self"));
    symlinkSync("nowhere", join(cwd, "l/gone"));
    const { code, err, document: found } = await document(["l"], { cwd });
    expect([code, found.writes]).toEqual([0, 5]);
    expect(err).toBe(
      ["l/notes.txt", "l/short"]
        .map((name) => `note: ${name}: no audit log: it begins with what is no JSON; passed over\n`)
        .join(""),
    );
  });

  test.each([
    ["", "no audit event in a.log\n"],
    ["hello\nyou\n", "no audit event in a.log: 2 lines of something else\n"],
    ["{}\n", "no audit event in a.log: 1 line of something else\n"],
  ])("nothing is said of anybody where no event was read: %j", async (text, message) => {
    const { code, out, err } = await cli(["audit", "a.log", "--fail-on-churn"], { files: { "a.log": text } });
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(message);
    expect(err).toContain("docs/audit.md says with which policy");
  });

  test.skipIf(process.platform === "win32")(
    "reads a FIFO, and waits no longer for it than until a signal",
    async () => {
      const cwd = folder({});
      execFileSync("mkfifo", [join(cwd, "log")]);
      const words = ["audit", "log", "-o", "json"];
      const read = cli(words, { cwd });
      await writeFile(join(cwd, "log"), log(3));
      expect(JSON.parse((await read).out).writes).toBe(3);
      const end = new AbortController();
      const waiting = cli(words, { cwd, signal: end.signal });
      setImmediate(() => end.abort(new Interruption(143)));
      const { code, err } = await waiting;
      expect([code, err]).toEqual([143, "interrupted: the log was not read to its end\n"]);
    },
  );

  test.each([
    [["audit"], "no log is named"],
    [["audit", "a", "b", "--follow"], "--follow takes one file"],
    [["audit", "a", "--listen", "127.0.0.1:1"], "--listen takes no files"],
    [["audit", "--listen", "nowhere"], "not HOST:PORT"],
    [["audit", "a", "--merge", "--follow"], "exclude each other"],
    [["audit", "a", "--since", "yesterday"], "not a time"],
    [["audit", "a", "--for", "1m"], "--for is for --follow and --listen"],
    [["audit", "a", "--noop-ms", "apply=x"], "not milliseconds"],
    [["audit", "a", "--top", "0"], "not a number above 0"],
    [["audit", "a.log", "--merge"], "not a document of audit: must have required property 'format'"],
  ])("%j is an error", async (words, message) => {
    const { code, err } = await cli(words, { files: { "a.log": "{}" } });
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });

  test("shows nothing that would steer a terminal", async () => {
    const agent = "evil\u001b[31m/1\u202e";
    const events = [0, 1, 2, 3, 4].map(
      (at) => `${event(put(7, 7, { at, agent, ref: { name: "a\u0007", resourceVersion: "7" } }))}\n`,
    );
    const { out } = await cli(["audit", "a.log"], { files: { "a.log": events.join("") } });
    expect(out).toContain("sends writes that change nothing");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  });
});

const AUDIT_LINES = Array.from({ length: 300 }, (_, index) =>
  line(index).replace("67d05418", String(index)),
).join("");

describe("audit --merge", () => {
  test("adds up what parts of a log come to", async () => {
    const files = { "1.log": log(3), "2.log": log(2) };
    const cwd = folder(files);
    for (const part of ["1", "2"]) {
      const { out } = await cli(["audit", `${part}.log`, "-o", "json"], { cwd });
      await writeFile(join(cwd, `${part}.json`), out);
    }
    const { document: merged } = await document(["--merge", "1.json", "2.json"], { cwd });
    expect([merged.writes, merged.saved.noops, merged.notes]).toEqual([5, 5, [{ code: "merged", parts: 2 }]]);
    // Too little in each part, and enough in both.
    expect(merged.findings).toMatchObject([
      { what: "writes-nothing", managers: ["op"], writes: 5, objects: 1 },
    ]);
    const { code, out } = await cli(["audit", "--merge", "1.json", "2.json", "--fail-on-churn"], { cwd });
    expect([code, out]).toEqual([1, expect.stringContaining("op sends writes that change nothing")]);
  });

  test.each<[string, Partial<Record<keyof AuditDocument, unknown>>]>([
    ['/from must match format "date-time"', { from: "2026-13-01T00:00:00Z" }],
    ["/writes must be >= 0", { writes: -1 }],
    ["/writes must be <= 9007199254740991", { writes: 1e308 }],
    ["/writes must be integer", { writes: 1.5 }],
    ["/from must match pattern", { from: "1960-01-01T00:00:00Z" }],
    ["/timeline/seconds must be <= 9007199254740991", { timeline: { seconds: 1e300, buckets: [] } }],
    ["/effects must NOT have additional properties", { effects: { churn: 1 } }],
    ["/unlisted must have required property 'most'", { unlisted: { objects: 0 } }],
    ["/knows/0 must be equal to one of the allowed values", { knows: ["all"] }],
    ["/notes/0 must match exactly one schema", { notes: [{ code: "merged" }] }],
    ["/timeline must have required property 'seconds'", { timeline: {} }],
  ])("says where a document is wrong: %s", async (message, wrong) => {
    const { document: found } = await document(["a.log"], { files: { "a.log": log(5) } });
    const files = { "a.json": JSON.stringify({ ...found, ...wrong }) };
    const { code, err } = await cli(["audit", "--merge", "a.json"], { files });
    expect([code, err]).toEqual([2, expect.stringContaining(`a.json: not a document of audit: ${message}`)]);
  });

  test("takes no rule amiss, and no proposal that is none", async () => {
    const { document: found } = await document(["a.log"], { files: { "a.log": log(5) } });
    const [finding] = found.findings;
    for (const [proposal, code] of [
      [{ fix: "incidental", rule: { of: "a later version" } }, 0],
      [{ fix: "settle" }, 2],
    ] as const) {
      const files = { "a.json": JSON.stringify({ ...found, findings: [{ ...finding, proposal }] }) };
      const { code: exit, err } = await cli(["audit", "--merge", "a.json"], { files });
      expect([exit, err.includes("/findings/0/proposal must match")]).toEqual([code, code === 2]);
    }
  });
});

describe("audit --follow", () => {
  test("reads on where the file grows, is replaced, and is cut short", async () => {
    const path = join(folder({}), "audit.log");
    const end = new AbortController();
    const lines: string[] = [];
    let read = 0;
    const linesOf = () =>
      new Lines(
        (bytes, start, stop) => lines.push(bytes.toString("utf8", start, stop)),
        () => {},
      );
    const onBytes = (count: number) => {
      read += count;
    };
    const following = followFile(path, linesOf, { signal: end.signal, onBytes });
    const until = (bytes: number) =>
      vi.waitFor(() => expect(read).toBe(bytes), { timeout: 30_000, interval: 10 });
    // Not there yet.
    await writeFile(path, "one\ntw");
    await until(6);
    await appendFile(path, "o\n");
    await rename(path, `${path}.1`);
    await appendFile(`${path}.1`, "three");
    await writeFile(path, "four\n");
    await until(18);
    await appendFile(path, "five\n");
    await until(23);
    await writeFile(path, "six\n");
    await until(27);
    end.abort();
    await following;
    expect(lines).toEqual(["one", "two", "three", "four", "five", "six"]);
  });

  test("ends when its time is over, and says what came until then", async () => {
    const { code, document: found } = await document(["--follow", "a.log", "--for", "300ms"], {
      files: { "a.log": log(2) },
    });
    expect([code, found.writes]).toEqual([0, 2]);
  });
});

test("the bodies that are under way are bounded, each and all, and so is the time that one takes", async () => {
  const end = new AbortController();
  let told: (url: string) => void = () => {};
  const listening = new Promise<string>((resolve) => {
    told = resolve;
  });
  const done = listenForEvents({
    host: "127.0.0.1",
    port: 0,
    signal: end.signal,
    onListening: told,
    onBatch: () => true,
    limits: { body: 100, underWay: 150, slowest: 2000 },
  });
  const url = await listening;
  const post = (sent: number, { isWhole = true } = {}) => {
    const { promise, resolve } = withResolvers();
    const asked = request(url, { method: "POST" }, (answer) => {
      answer.resume();
      resolve([answer.statusCode, answer.headers["retry-after"]]);
    });
    asked.once("error", () => resolve(["cut off"]));
    asked.write("x".repeat(sent));
    if (isWhole) asked.end();
    return promise;
  };
  expect(await post(100)).toEqual([200, undefined]);
  expect(await post(101)).toEqual([413, undefined]);
  const slow = post(90, { isWhole: false });
  await vi.waitFor(async () => expect(await post(90)).toEqual([429, "1"]), { timeout: 30_000 });
  expect(await slow).toEqual([408, undefined]);
  expect(await post(100)).toEqual([200, undefined]);
  end.abort();
  await done;
});

function withResolvers(): { promise: Promise<unknown>; resolve: (value: unknown) => void } {
  let resolve: (value: unknown) => void = () => {};
  const promise = new Promise((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

describe("audit --listen", () => {
  const list = (lines: string): string =>
    JSON.stringify({
      kind: "EventList",
      apiVersion: "audit.k8s.io/v1",
      metadata: {},
      items: lines
        .trim()
        .split("\n")
        .map((each) => JSON.parse(each)),
    });

  /** The answer's code. */
  function send(url: string, body: string, headers: Readonly<Record<string, string>> = {}, method = "POST") {
    return new Promise<number>((resolve, reject) => {
      request(`${url}/audit`, { method, headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      })
        .once("error", reject)
        .end(body);
    });
  }

  test("counts what is posted, and refuses what is no list of events", async () => {
    const end = new AbortController();
    let told: (url: string) => void = () => {};
    const listening = new Promise<string>((resolve) => {
      told = resolve;
    });
    const onErr = (text: string) => {
      const [, url] = /listening on (\S+)/.exec(text) ?? [];
      if (url !== undefined) told(url);
    };
    const audited = document(["--listen", "127.0.0.1:0"], { signal: end.signal, onErr });
    const url = await listening;
    expect(await send(url, `${list(log(3))}\n`)).toBe(200);
    expect(await send(url, JSON.stringify(JSON.parse(list(log(2))), null, 2))).toBe(200);
    expect(await send(url, "{")).toBe(400);
    expect(await send(url, '{"kind":"Pod","apiVersion":"v1"}')).toBe(400);
    expect(await send(url, "", {}, "GET")).toBe(405);
    expect(await send(`${url}/other`, list(log(1)))).toBe(404);
    expect(await send(url, "x", { "content-encoding": "gzip" })).toBe(415);
    expect(await send(url, "", { "content-length": String(1 << 30) }).catch(() => 413)).toBe(413);
    end.abort();
    const { code, document: found } = await audited;
    expect([code, found.writes, found.lines]).toEqual([0, 5, { read: 4, skipped: 0, bad: 2 }]);
  });

  test("says where it cannot", async () => {
    const { code, err } = await cli(["audit", "--listen", "192.0.2.1:1"]);
    expect([code, err]).toEqual([2, expect.stringContaining("--listen 192.0.2.1:1: ")]);
  });
});

test("the document of a log with all sorts of requests keeps to its schema", async () => {
  const [chunk] = new AuditLog({ level: "RequestResponse", objects: 3, bad: true }).chunks(1_000_000);
  const { document: found } = await document(["a.log"], { files: { "a.log": chunk ?? "" } });
  expect(found.findings.map((each: { managers: unknown }) => each.managers)).toEqual(
    expect.arrayContaining([["blind"], ["mover"]]),
  );
  expect(JSON.stringify(found.findings)).not.toContain('"gated"');
});
