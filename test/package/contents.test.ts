import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, test } from "vitest";

const { folder, files } = inject("installed");
const inPackage = (path: string) => readFileSync(join(folder, "node_modules/churngate", path), "utf8");

/** All that a package may hold; each has something in it. */
const EXPECTED = [
  /^package\.json$/,
  /^README\.md$/,
  /^LICENSE$/,
  /^docs\/(audit|authoring-rules|cli|embedding|facts|faults|kinds|learn|report|testing|watch)\.md$/,
  /^docs\/audit-policy\.yaml$/,
  /^schemas\/(rule|ruleset|cases|churngate|facts|decision|apply|learn|watch|audit)\.schema\.json$/,
  /^schemas\/rule\.md$/,
  /^rules\/[a-z0-9.-]+\/[A-Z][A-Za-z]+(\.status)?\.json$/,
  /^dist\/index\.(js|d\.ts)$/,
  /^dist\/(adapter|cli|core|generated|prose|rules)\/([a-z-]+\/)*[a-z-]+\.(js|d\.ts)$/,
];

test("holds what it should, and nothing else", () => {
  expect(files.filter((path) => !EXPECTED.some((pattern) => pattern.test(path)))).toEqual([]);
  expect(EXPECTED.filter((pattern) => !files.some((path) => pattern.test(path)))).toEqual([]);
});

test("has every page that the commands' page leads to", () => {
  const links = [...inPackage("docs/cli.md").matchAll(/\]\(([^)#]+)/g)].map(([, link]) => `docs/${link}`);
  expect(links.filter((link) => !files.includes(link))).toEqual([]);
  expect(links).toContain("docs/audit.md");
});

test("has every picture of its pages", () => {
  const pages = files.filter((path) => path.startsWith("docs/") && path.endsWith(".md"));
  expect(pages.filter((path) => /!\[|<img/.test(inPackage(path)))).toEqual([]);
});

test("is of a fresh build", () => {
  expect(files).not.toContain("dist/stale.js");
  expect(files).toContain("dist/cli/main.js");
});

test("names no place of the machine that built it", () => {
  const places = [process.cwd(), join(folder, "../source"), "node_modules/.vite", "file://"];
  const found = files
    .filter((path) => /\.(js|ts)$/.test(path))
    .filter((path) => places.some((place) => inPackage(path).includes(place)));
  expect(found).toEqual([]);
});

test("has its rules both as files and in the code", async () => {
  const { bundledRules } = await import("../../src/rules/bundled.js");
  const shipped = files.filter((path) => path.startsWith("rules/"));
  expect(shipped.sort()).toEqual(Object.keys(bundledRules.files).sort());
});
