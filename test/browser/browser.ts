import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";
import { chromiumPath, startChromium } from "../../tools/report/browser.mjs";

const path = chromiumPath();
if (path === undefined && process.env.CI)
  throw new Error("no Chromium is here: CHURNGATE_CHROMIUM names one");
if (path === undefined)
  console.error("browser tests: all are skipped, since no Chromium is here (CHURNGATE_CHROMIUM names one)");

/** A test that needs a browser: skipped where there is none, but in CI. */
export const browserTest: ReturnType<typeof test.skipIf> = test.skipIf(path === undefined);

let browser: Browser | undefined;
beforeAll(async () => {
  if (path !== undefined) browser = await startChromium(path);
});
afterAll(() => browser?.close());

/** A page that was opened, and what it did that it must not do. */
export interface Opened {
  readonly page: Page;
  /** Requests beyond its own, messages on the console, exceptions. */
  readonly misdeeds: readonly string[];
}

const OPENED = "http://report.test/page.html";

/** Opens this text as a page of a web server, which has nothing else. */
export async function open(text: string, options: BrowserContextOptions = {}): Promise<Opened> {
  if (browser === undefined) throw new Error("no browser was started");
  const context = await browser.newContext(options);
  const misdeeds: string[] = [];
  await context.route("**/*", (route) => {
    const url = route.request().url();
    if (url === OPENED) return route.fulfill({ contentType: "text/html; charset=utf-8", body: text });
    misdeeds.push(`request ${url}`);
    return route.abort();
  });
  const page = await context.newPage();
  page.on("console", (message) => misdeeds.push(`console ${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => misdeeds.push(`exception: ${error.message}`));
  page.on("dialog", (dialog) => {
    misdeeds.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(OPENED);
  return { page, misdeeds };
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds wrong, a line each. The page's policy must be bypassed: it allows no script but its own. */
export async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as { axe: typeof import("axe-core") };
    const { violations: found } = await checker.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    });
    return found.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html}: ${failureSummary}`),
    );
  });
}
