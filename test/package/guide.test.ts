import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { rerun } from "../../tools/check/guide.mjs";

const { folder } = inject("installed");

test("docs/authoring-rules.md shows what its commands print (npm run readme)", async () => {
  const page = readFileSync(new URL("../../docs/authoring-rules.md", import.meta.url), "utf8");
  const commands = page.match(/^\$ churngate /gm) ?? [];
  expect(commands.length).toBeGreaterThan(10);
  expect(await rerun(page, join(folder, "node_modules/churngate/dist/cli/main.js"))).toBe(page);
});
