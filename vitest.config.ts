import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      {
        // Nothing here is timed: the bound is for a test that hangs, on a busy machine too.
        test: { name: "unit", include: ["test/{unit,accuracy}/**/*.test.{ts,mjs}"], testTimeout: 60_000 },
      },
      {
        // Packs and installs once, then looks at what a user would get.
        test: {
          name: "package",
          include: ["test/package/**/*.test.ts"],
          globalSetup: "test/package/setup.ts",
          testTimeout: 60_000,
        },
      },
      {
        // Opens pages in a headless Chromium, where there is one.
        test: {
          name: "browser",
          include: ["test/browser/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        // Starts one API server for all of them. They come last, one file at a time: the servers need the processors too.
        test: {
          name: "cluster",
          include: ["test/cluster/**/*.test.{ts,mjs}"],
          globalSetup: "test/cluster/setup.ts",
          sequence: { groupOrder: 1 },
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
