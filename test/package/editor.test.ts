import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { JsonLanguageServer } from "./editor/server.js";

const { folder } = inject("installed");

let server: JsonLanguageServer;
beforeAll(async () => {
  server = await JsonLanguageServer.start(folder);
});
afterAll(() => server.stop());

/** A rule file of the user's; `|` is the cursor. */
const rule = (more: string): string => `{
  "$schema": "../../node_modules/churngate/schemas/rule.schema.json",
  "format": 1,
  "group": "apps",
  "kind": "Deployment",
  ${more}
}
`;
let files = 0;
const open = (text: string, name = "editor-rules/apps/Deployment") =>
  server.open(join(folder, `${name}-${++files}.json`), text);
const openRule = (more: string) => open(rule(more));

/** What the editor marks, from top to bottom: the place and its text, and what it says. */
const marks = async (text: string, name?: string): Promise<readonly (readonly [string, string])[]> => {
  const lines = text.split("\n");
  const found = await (await open(text, name)).diagnostics();
  const inOrder = found.toSorted((a, b) => a.range.start.line - b.range.start.line);
  return inOrder.map(({ range: { start, end }, message }) => [
    `${start.line + 1}:${start.character + 1} ${lines[start.line]?.slice(start.character, end.character)}`,
    message,
  ]);
};

describe("in a rule, an editor", () => {
  test("completes the strategies, and says what each does", async () => {
    const found = await (await openRule('"strategy": "|')).completions();
    expect(found.map(({ label }) => label)).toEqual([
      '"exact"',
      '"derivative"',
      '"hash"',
      '"unconditional"',
      '"observed"',
    ]);
    expect(JSON.stringify(found[1]?.documentation)).toContain("Blind to removed fields and keys");
  });

  test("completes the properties, also of an entry", async () => {
    const top = (await (await openRule('"strategy": "exact", "|')).completions()).map(({ label }) => label);
    expect(top).toEqual(expect.arrayContaining(["why", "ignore", "lists", "when", "overrides"]));
    expect(top).not.toContain("format");
    const entry = await (await openRule('"strategy": "exact", "ignore": [{ "|')).completions();
    expect(entry.map(({ label }) => label)).toEqual(expect.arrayContaining(["path", "why"]));
  });

  test("marks a misspelt strategy where it stands", async () => {
    expect(await marks(rule('"strategy": "exakt"'))).toEqual([
      [
        '6:15 "exakt"',
        'Value is not accepted. Valid values: "exact", "derivative", "hash", "unconditional", "observed".',
      ],
    ]);
  });

  test("marks a property that there is not, also in an entry", async () => {
    const text = rule(
      '"strategy": "exact",\n  "ignores": [],\n  "ignore": [{ "path": "spec.replicas", "wy": "" }]',
    );
    expect(await marks(text)).toEqual([
      ['7:3 "ignores"', "Property ignores is not allowed."],
      ['8:41 "wy"', "Property wy is not allowed."],
    ]);
  });

  test("marks a rule without a strategy that extends none", async () => {
    expect(await marks(rule('"why": "So."'))).toEqual([
      [expect.stringContaining("1:1"), expect.stringContaining('"strategy"')],
    ]);
    expect(await marks(rule('"extends": true'))).toEqual([]);
  });

  test("says what a property means, and a value", async () => {
    const property = await (await openRule('"strategy": "exact", "ig|nore": []')).hover();
    expect(property).toMatch(
      /^Never a reason to write, and never changed by a write: a PUT restates live's value/,
    );
    const entry = await (
      await openRule('"strategy": "exact", "ignore": [{ "pa|th": "spec.replicas" }]')
    ).hover();
    expect(entry).toContain("- `spec.ports[name=http].nodePort`: that field of the item with this key");
    const value = await (await openRule('"strategy": "deri|vative"')).hover();
    expect(value).toContain("Blind to removed fields and keys");
  });
});

test.each([
  ["churngate", "editor", "./node_modules/churngate", '"mode": "|', ['"replace"', '"apply"', '"merge"']],
  [
    "ruleset",
    "editor-rules/ruleset",
    "../node_modules/churngate",
    '"format": 1, "fallback": "|',
    ['"exact"', '"derivative"', '"unconditional"', '"observed"'],
  ],
  [
    "cases",
    "editor-rules/apps/Deployment.cases",
    "../../node_modules/churngate",
    '"base": { "apiVersion": "v1", "kind": "A" }, "cases": [{ "name": "n", "verdict": "|',
    ['"skip"', '"write"', '"blocked"', '"create"'],
  ],
  [
    "facts",
    "editor-rules/apps/Deployment.facts",
    "../../node_modules/churngate",
    '"types": { "A": { "stored": "|',
    ['"asIs"', '"typed"'],
  ],
])("of %s.schema.json too, an editor completes values", async (schema, name, from, text, labels) => {
  const start = `{ "$schema": "${from}/schemas/${schema}.schema.json", `;
  const found = await (await open(start + text, name)).completions();
  expect(found.map(({ label }) => label)).toEqual(labels);
  const [property] = await marks(`${start}"propety": 1 }`, name).then((all) =>
    all.filter(([, said]) => said.includes("propety")),
  );
  expect(property).toEqual([`1:${start.length + 1} "propety"`, "Property propety is not allowed."]);
});
