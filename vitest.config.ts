import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      {
        test: { name: "unit", include: ["test/{unit,accuracy}/**/*.test.{ts,mjs}"] },
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
    ],
  },
});
