// @ts-check
// A report of the documents in test/documents, and what it looks like: npm run report
// Writes docs/plots/report-*.png, and the page into a folder that it prints. Needs a Chromium.
import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromiumPath, startChromium } from "./browser.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const documents = join(root, "test/documents");
const page = join(mkdtempSync(join(tmpdir(), "churngate-report-")), "report.html");

/** @type {readonly { readonly name: string, readonly width: number, readonly height: number, readonly scheme: "light" | "dark", readonly from: string }[]} */
const PICTURES = [
  { name: "light", width: 1180, height: 900, scheme: "light", from: "body" },
  { name: "dark", width: 1180, height: 900, scheme: "dark", from: "section:has(> figure)" },
  { name: "phone", width: 360, height: 900, scheme: "light", from: "body" },
  { name: "phone-dark", width: 360, height: 900, scheme: "dark", from: "section:has(> figure)" },
];

const path = chromiumPath();
if (path === undefined) throw new Error("no Chromium is here: CHURNGATE_CHROMIUM names one");
const made = spawnSync(
  process.execPath,
  [join(root, "dist/cli/main.js"), "report", "watch.json", "--out", page],
  { cwd: documents, stdio: "inherit" },
);
if (made.status !== 0) throw new Error("no page was made");

const browser = await startChromium(path);
try {
  for (const { name, width, height, scheme, from } of PICTURES) {
    const view = await browser.newPage({ viewport: { width, height }, colorScheme: scheme });
    await view.goto(pathToFileURL(page).href);
    await view.locator("canvas").first().waitFor();
    const place = await view.locator(from).first().boundingBox();
    const clip = { x: 0, y: Math.max(0, (place?.y ?? 0) - 16), width, height };
    await view.screenshot({ path: join(root, `docs/plots/report-${name}.png`), clip, fullPage: true });
    await view.close();
  }
} finally {
  await browser.close();
}
console.log(page);
