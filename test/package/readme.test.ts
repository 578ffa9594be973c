import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, inject, test } from "vitest";
import { blockOf, quickstartOutput } from "../../tools/check/readme.mjs";
import { DESIRED, LIVE, node, write } from "./helper.js";

const { folder, tarball } = inject("installed");
const root = fileURLToPath(new URL("../..", import.meta.url));
const readme = readFileSync(join(root, "README.md"), "utf8");
const command = join(folder, "node_modules/churngate/dist/cli/main.js");

function block(language: string): string {
  const [text] = blockOf(language).exec(readme) ?? [];
  if (text === undefined) throw new Error(`README.md has no block of ${language}`);
  return text;
}

test("links lead somewhere", () => {
  const pages = [
    "README.md",
    "CONTRIBUTING.md",
    "schemas/rule.md",
    ...readdirSync(join(root, "docs"))
      .filter((name) => name.endsWith(".md"))
      .map((name) => `docs/${name}`),
  ];
  const broken = pages.flatMap((page) =>
    [...readFileSync(join(root, page), "utf8").matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)]
      .map(([, link = ""]) => link)
      .filter((link) => !existsSync(join(root, dirname(page), link))),
  );
  expect(broken).toEqual([]);
});

test("its output is what the quickstart prints (npm run readme)", () => {
  // What was packed was built where it lies.
  expect(block("console")).toBe(quickstartOutput(dirname(tarball)));
});

const [controller = "", library = ""] = [...readme.matchAll(/^```js\n(.*?)^```/gms)].map(([, text]) => text);

test("its controller asks nothing of the server where nothing has to be written", () => {
  write(folder, {
    "controller.mjs": controller,
    "controller-use.mjs": `import { reconciler } from "./controller.mjs";
      import { createMemoryPort } from "churngate/testing";
      const desired = ${JSON.stringify(DESIRED)};
      const live = await createMemoryPort().apply(desired, { fieldManager: "my-operator" });
      const nowhere = { getCurrentCluster: () => ({ server: "http://127.0.0.1:1" }), applyToHTTPSOptions: async () => {} };
      await reconciler(nowhere, () => live)([desired]);`,
  });
  expect(node(folder, "controller-use.mjs")).toEqual({ out: "Service web unchanged \n", err: "", code: 0 });
});

test("its example of the library works", () => {
  write(folder, {
    "readme.mjs": library,
    "readme-use.mjs": `import { send } from "./readme.mjs";
      const calls = [];
      const api = { create: async (body) => calls.push(["create", body]), replace: async (body) => calls.push(["replace", body]) };
      const desired = ${JSON.stringify(DESIRED)};
      const live = ${JSON.stringify(LIVE)};
      await send(desired, live, api);
      await send({ ...desired, spec: { ...desired.spec, ports: [{ port: 81 }] } }, live, api);
      await send(desired, undefined, api);
      console.log(calls.map(([name, body]) => name + " " + body.metadata.resourceVersion).join(", "));`,
  });
  expect(node(folder, "readme-use.mjs")).toEqual({ out: "replace 7, create undefined\n", err: "", code: 0 });
});

test("its rule is right", () => {
  write(folder, { "my-rules/apps/Deployment.json": block("json") });
  const { out, code } = node(folder, command, "rules", "lint", "my-rules");
  expect({ out, code }).toEqual({ out: "0 errors, 0 warnings\n", code: 0 });
});
