import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readLibraries } from "../../../../src/cli/report/libraries.js";
import { reportPage } from "../../../../src/cli/report/page.js";
import { ReadingError, readDocument } from "../../../../src/cli/report/read/index.js";
import type { Json, JsonObject } from "../../../../src/core/json.js";
import { hostileDocument } from "../../../documents/hostile.js";

function example(name: string): JsonObject {
  const url = new URL(`../../../documents/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(url, "utf8")) as JsonObject;
}

const NO_LIBRARIES = { scripts: [], styles: [] };

function page(value: Json): string {
  return reportPage([{ file: "a.json", document: readDocument(value) }], NO_LIBRARIES);
}

/** What a reader of the page's text finds, tags taken away. */
function textOf(text: string): string {
  return text.replace(/<(script|style)[^>]*>.*?<\/\1>/gs, "").replace(/<[^>]*>/g, "");
}

interface DrawnPlot {
  readonly type: string;
  readonly at?: readonly number[];
  readonly seconds?: number;
  readonly names?: readonly string[];
  readonly layers: readonly {
    readonly tone: string;
    readonly label: string;
    readonly values: readonly number[];
  }[];
}

function plotsOf(text: string): readonly DrawnPlot[] {
  return JSON.parse(/<script type="application\/json" id="plots">(.*?)<\/script>/.exec(text)?.[1] ?? "");
}

describe("the summary", () => {
  test.each([
    [
      "watch",
      [
        "Churn: 3 findings",
        "kustomize-controller, scale-bot put spec.replicas back and forth in Deployment",
        "Let kustomize-controller give way to scale-bot, by the rule below (once).",
      ],
    ],
    [
      "audit",
      [
        "Churn: 2 findings",
        "blind-operator sends writes that change nothing",
        "A gate would have saved 3,598 writes, about 18.4 s of server CPU",
      ],
    ],
    [
      "accuracy",
      [
        "No needed write was skipped or blocked",
        "0 false skips, 0 false blocks and 9 false writes (9 of them cannot be known) in 1,347 decisions.",
      ],
    ],
    ["decision", ["1 object blocked", "4 of 7 objects need no write."]],
  ])("of %s answers what one wants to know", (name, sentences) => {
    const text = textOf(page(example(name)));
    for (const sentence of sentences) expect(text).toContain(sentence);
  });

  test("of a watch without findings names what watching cannot see", () => {
    const text = textOf(page({ ...example("watch"), findings: [] }));
    expect(text).toContain("No churn to name");
    expect(text).toContain("churngate audit counts those");
  });
});

test("only findings accuse: a writer whose effects look like churn is named by none", () => {
  const { writers } = example("watch");
  const text = textOf(page({ ...example("watch"), findings: [], writers: writers ?? [] }));
  expect(text).toContain("0 of 756 updates (0%) were for nothing, or undone");
  expect(text).not.toMatch(/back and forth|Churn:/);
});

describe("over time", () => {
  const bucket = (at: string, effects: JsonObject) => ({ at, effects });
  const churn = (timeline: JsonObject): Json => ({
    format: "watch/1",
    from: "2026-05-04T10:00:00Z",
    to: "2026-05-04T10:01:00Z",
    seconds: 60,
    writes: 3,
    effects: {},
    timeline,
  });

  test("silence between, before and after buckets is drawn as such", () => {
    const timeline = {
      seconds: 10,
      buckets: [
        bucket("2026-05-04T10:00:20Z", { flip: 2 }),
        bucket("2026-05-04T10:00:40Z", { flip: 1, change: 1 }),
      ],
    };
    const [plot] = plotsOf(page(churn(timeline)));
    expect(plot?.at?.map((at) => at % 60)).toEqual([0, 10, 20, 30, 40, 50]);
    expect(plot?.layers).toMatchObject([
      { tone: "flip", values: [0, 0, 12, 0, 6, 0] },
      { tone: "change", values: [0, 0, 0, 0, 6, 0] },
    ]);
  });

  test("more steps than can be told apart are put together, and none is lost", () => {
    const buckets = Array.from({ length: 6000 }, (_, index) =>
      bucket(new Date(Date.UTC(2026, 4, 4, 10) + index * 10).toISOString(), { nothing: 1 }),
    );
    const [plot] = plotsOf(page(churn({ seconds: 0.01, buckets })));
    expect(plot?.at?.length).toBeLessThanOrEqual(600);
    const rates = plot?.layers[0]?.values ?? [];
    const writes = rates.reduce((sum, rate) => sum + (rate * (plot?.seconds ?? 0)) / 60, 0);
    expect(Math.round(writes)).toBe(6000);
  });

  test("an effect that is not known here is counted as not known", () => {
    const buckets = [
      bucket("2026-05-04T10:00:00Z", JSON.parse('{"__proto__": 4, "later": 2}') as JsonObject),
    ];
    const [plot] = plotsOf(page(churn({ seconds: 60, buckets })));
    expect(plot?.layers).toEqual([{ tone: "unknown", label: "not known", values: [6] }]);
  });
});

describe("bounds", () => {
  test("of 100,000 rows each table shows some, and says so", () => {
    const objects = Array.from({ length: 100_000 }, (_, index) => ({
      apiVersion: "v1",
      kind: "ConfigMap",
      name: `</td>${index}`,
      writes: index,
      perMinute: 1,
      effects: { flip: index },
    }));
    const text = page({ ...hostileDocument(3000), objects });
    expect(text.length).toBeLessThan(3_000_000);
    expect(textOf(text)).toContain("The first 250 of 100,000 rows; the document has them all.");
    expect(textOf(text)).toContain("2,950 more are in the document.");
    expect(textOf(text)).toContain("&lt;/td&gt;99999");
    expect(plotsOf(text).every(({ names = [] }) => names.length <= 12)).toBe(true);
  });

  test("a long name is cut, and says so", () => {
    expect(textOf(page(hostileDocument(20)))).toContain("4,760 characters more");
  });
});

describe("hostile data", () => {
  const text = page(hostileDocument(40));

  test("makes no element of its own", () => {
    expect(text.match(/<script/g)).toHaveLength(2);
    expect(text.match(/<\/script>/g)).toHaveLength(2);
    expect(text.match(/<style/g)).toHaveLength(1);
    expect(text).not.toMatch(/<(img|iframe|object|embed|base|form)\b/);
    expect(text.replace(/"[^"]*"/g, "")).not.toMatch(/<[^>]*\son\w+=/);
  });

  test("has no character that is not seen", () => {
    expect(text).not.toMatch(/[\p{Cf}\p{Zl}\p{Zp}]|(?!\n)\p{Cc}/u);
  });
});

test("the page allows nothing but its own script and styles", () => {
  const text = reportPage([{ file: "a.json", document: readDocument(example("watch")) }], readLibraries());
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(text)?.[1] ?? "";
  expect(policy).toMatch(
    /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; img-src data:; base-uri 'none'; form-action 'none'$/,
  );
  expect(text).not.toMatch(/\s(src|action)=/);
  expect([...text.matchAll(/\shref="([^"]*)"/g)].map(([, href]) => href)).toEqual(["data:,", "#document-0"]);
});

test("decisions are shown by path: a page has no value of an object", () => {
  const document = JSON.parse(
    JSON.stringify(example("decision")).replaceAll("valkey", "hunter2"),
  ) as JsonObject;
  const secret = {
    apiVersion: "v1",
    kind: "Secret",
    name: "key",
    verdict: "write",
    strategy: "exact",
    reason: { code: "differs" },
    changes: [
      {
        path: "data.password",
        pointer: "/data/password",
        desired: "s3cr3t",
        live: "0ld",
        reason: { code: "changed" },
      },
    ],
    payload: { data: { password: "s3cr3t" } },
  };
  const text = page({ ...document, objects: [secret] });
  expect(text).toContain("data.password");
  expect(text).not.toMatch(/s3cr3t|0ld/);
});

describe("a document that is not as its format says", () => {
  test.each<[Json, string]>([
    [[], "the document is not an object"],
    [{ format: "watch/2" }, "format is not one of watch/1, audit/1, accuracy/1, decision/1, apply/1"],
    [{ ...example("watch"), from: "yesterday" }, "from is not a time"],
    [{ ...example("watch"), writes: "many" }, "writes is not a number"],
    [{ ...example("watch"), effects: { flip: null } }, "effects.flip is not a number"],
    [
      { ...example("watch"), findings: [{ what: 1, apiVersion: "v1", kind: "A" }] },
      "findings[0].what is not one of moves-nothing, ",
    ],
    [{ ...example("watch"), notes: [{ code: "later" }] }, "notes[0].code is not one of no-ops-unseen, "],
    [{ ...example("audit"), knows: ["all"] }, "knows[0] is not one of writers, "],
    [{ ...example("audit"), writers: {} }, "writers is not a list"],
    [{ ...example("accuracy"), modes: [{}] }, "modes[0].score is not an object"],
    [
      { format: "decision/1", objects: [{ apiVersion: "v1", kind: "A", name: "a" }] },
      "objects[0].verdict is not a text",
    ],
  ])("is refused by its place: %#", (value, message) => {
    expect(() => readDocument(value)).toThrow(ReadingError);
    expect(() => readDocument(value)).toThrow(message);
  });
});
