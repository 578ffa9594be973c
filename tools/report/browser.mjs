// @ts-check
// A headless Chromium, where there is one.
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The browser's program: CHURNGATE_CHROMIUM, or where systems put it; undefined where there is none. */
export function chromiumPath() {
  const named = process.env.CHURNGATE_CHROMIUM;
  return named ? named : PLACES.find((path) => existsSync(path));
}

/**
 * Starts it. @param {string} executablePath
 * @returns {Promise<import("playwright-core").Browser>}
 */
export function startChromium(executablePath) {
  return chromium.launch({ executablePath, args: FLAGS });
}
