import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { readLibraries } from "../../src/cli/report/libraries.js";
import { reportPage } from "../../src/cli/report/page.js";
import { readDocument } from "../../src/cli/report/read/index.js";
import type { Json } from "../../src/core/json.js";
import { hostileDocument } from "../documents/hostile.js";
import { browserTest, open, violations } from "./browser.js";

const FILES = ["watch", "audit", "accuracy", "decision"];

function exampleOf(name: string): Json {
  return JSON.parse(readFileSync(new URL(`../documents/${name}.json`, import.meta.url), "utf8")) as Json;
}

function pageOf(documents: Readonly<Record<string, Json>>): string {
  const sources = Object.entries(documents).map(([file, value]) => ({ file, document: readDocument(value) }));
  return reportPage(sources, readLibraries());
}

const whole = pageOf(Object.fromEntries(FILES.map((name) => [`${name}.json`, exampleOf(name)])));
const hostile = pageOf({ 'x"><script>alert(1)</script>': hostileDocument(40) });

const WIDTHS = [1280, 360];
const THEMES = ["light", "dark"] as const;
const VIEWS = WIDTHS.flatMap((width) => THEMES.map((colorScheme) => ({ width, colorScheme })));

describe.each([
  { name: "examples", text: whole },
  { name: "hostile data", text: hostile },
])("the page of $name", ({ text }) => {
  browserTest.each(VIEWS)(
    "is accessible and fits, $width wide, $colorScheme",
    async ({ width, colorScheme }) => {
      const { page, misdeeds } = await open(text, {
        viewport: { width, height: 900 },
        colorScheme,
        bypassCSP: true,
      });
      expect(await violations(page)).toEqual([]);
      // Open, the tables below the plots must hold up too.
      await page.evaluate(() => {
        for (const details of document.querySelectorAll("details")) details.open = true;
      });
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      expect(misdeeds).toEqual([]);
      await page.context().close();
    },
  );

  browserTest("asks nobody for anything, and breaks no policy of its own", async () => {
    const { page, misdeeds } = await open(text);
    await expect.poll(() => drawn(page)).not.toContain(0);
    expect(misdeeds).toEqual([]);
    expect(await page.evaluate(() => performance.getEntriesByType("resource").length)).toBe(0);
    await page.context().close();
  });
});

browserTest("the policy refuses what is not the page's own", async () => {
  const text = whole.replace(
    "</main>",
    '<img src="http://report.test/x.png" onerror="1"><script>document.title = "run"</script></main>',
  );
  const { page, misdeeds } = await open(text);
  expect(misdeeds.filter((each) => each.startsWith("request"))).toEqual([]);
  expect(misdeeds.filter((each) => /Content Security Policy/.test(each))).not.toEqual([]);
  expect(await page.title()).not.toBe("run");
  await page.context().close();
});

/** How many colours each plot shows. */
function drawn(page: Page): Promise<number[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("[data-plot]")].map((host) => {
      const canvas = host.querySelector("canvas");
      if (canvas === null) return 0;
      const pixels = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      const colours = new Set<string>();
      for (let at = 0; at < pixels.length; at += 4)
        if (pixels[at + 3] === 255) colours.add([pixels[at], pixels[at + 1], pixels[at + 2]].join());
      return colours.size;
    }),
  );
}

describe("plots", () => {
  browserTest("are drawn in the colours of their legends, in the theme that is chosen", async () => {
    const { page } = await open(whole);
    const found = async () =>
      page.evaluate(() =>
        [...document.querySelectorAll("figure")].map((figure) => {
          const canvas = figure.querySelector("canvas");
          const pixels = canvas?.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
          const colours = new Set<string>();
          for (let at = 0; at < pixels.length; at += 4)
            colours.add(`rgb(${pixels[at]}, ${pixels[at + 1]}, ${pixels[at + 2]})`);
          return [...figure.querySelectorAll(".swatch")].filter(
            (swatch) => !colours.has(getComputedStyle(swatch).backgroundColor),
          ).length;
        }),
      );
    const missing = await found();
    expect(missing.length).toBeGreaterThan(5);
    await expect.poll(found).toEqual(missing.map(() => 0));
    await page.getByLabel("Theme").selectOption("dark");
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
      "rgb(16, 19, 23)",
    );
    await expect.poll(found).toEqual(missing.map(() => 0));
    await page.context().close();
  });

  browserTest("say the same in a table that the keyboard opens", async () => {
    const { page } = await open(whole);
    const figure = page.locator("figure").first();
    await figure.locator("summary").focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => figure.locator("table").isVisible()).toBe(true);
    expect(await figure.locator("[role=img]").getAttribute("aria-label")).toMatch(/Most: /);
    await page.context().close();
  });
});

browserTest("a table is sorted by the keyboard, and says so", async () => {
  const { page } = await open(whole);
  const table = page.locator(".document section > .box table").first();
  const head = table.getByRole("columnheader", { name: "Writes" });
  const column = () =>
    table
      .locator("tbody tr")
      .evaluateAll((rows) => rows.map((row) => Number((row.children[2] as HTMLElement).dataset.sort)));
  const numbers = await column();
  const falling = [...numbers].sort((a, b) => b - a);
  expect(numbers).not.toEqual(falling);
  await head.getByRole("button").focus();
  await page.keyboard.press("Enter");
  await expect.poll(column).toEqual(falling);
  expect(await head.getAttribute("aria-sort")).toBe("descending");
  await page.keyboard.press("Space");
  await expect.poll(column).toEqual(falling.toReversed());
  expect(await head.getAttribute("aria-sort")).toBe("ascending");
  expect(await page.locator("[role=status]").textContent()).toBe("Sorted by Writes, ascending");
  await page.context().close();
});

browserTest("the box of a wide table takes the focus and scrolls by itself", async () => {
  const { page } = await open(whole, { viewport: { width: 360, height: 800 } });
  const box = page.locator(".document section > .box").first();
  await box.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => box.evaluate((each) => each.scrollLeft)).toBeGreaterThan(0);
  await page.context().close();
});

browserTest("a rule is copied as it stands", async () => {
  const { page } = await open(whole);
  const rule = page.locator(".rule").first();
  await rule.getByRole("button").click();
  await expect.poll(() => rule.getByRole("button").textContent()).toMatch(/Copied|Selected/);
  const text = (await rule.locator("pre").textContent()) ?? "";
  expect(JSON.parse(text)).toMatchObject({ format: 1, kind: "Deployment", once: ["spec.replicas"] });
  await page.context().close();
});

browserTest("without scripts all of the text is there, and all tables open", async () => {
  const { page } = await open(whole, { javaScriptEnabled: false });
  for (const part of ["scale-bot", "spec.replicas", "blind-operator", "false skips", "once"])
    expect(await page.getByText(part).first().isVisible()).toBe(true);
  expect(await page.locator(".theme").isVisible()).toBe(false);
  await page.locator("figure summary").first().click();
  await expect.poll(() => page.locator("figure table").first().isVisible()).toBe(true);
  await page.context().close();
});

browserTest("on paper it is light, and shows what is folded and what scrolls", async () => {
  const { page } = await open(whole, { colorScheme: "dark" });
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  const { ground, closed, clipped } = await page.evaluate(() => ({
    ground: getComputedStyle(document.body).backgroundColor,
    closed: document.querySelectorAll("details:not([open])").length,
    clipped: [...document.querySelectorAll(".box")].filter((box) => box.scrollHeight > box.clientHeight + 1)
      .length,
  }));
  expect({ ground, closed, clipped }).toEqual({ ground: "rgb(255, 255, 255)", closed: 0, clipped: 0 });
  await page.emulateMedia({ media: null });
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  expect(await page.locator("details[open]").count()).toBe(0);
  const pdf = await page.pdf();
  expect(pdf.length).toBeGreaterThan(20_000);
  await page.context().close();
});

browserTest("hostile names are shown as they are, and run nothing", async () => {
  const { page, misdeeds } = await open(hostile);
  expect(
    await page.evaluate(
      () => document.querySelectorAll("img, iframe, object, embed, link:not([rel=icon])").length,
    ),
  ).toBe(0);
  expect(await page.evaluate(() => document.scripts.length)).toBe(2);
  expect(await page.locator(".finding h4").first().textContent()).toContain(
    "</script><script>alert(1)</script>",
  );
  expect(await page.content()).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u2028\u2029]/);
  expect(misdeeds).toEqual([]);
  await page.context().close();
});
