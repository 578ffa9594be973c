import { describe, expect, it } from "vitest";
import { loadEngine } from "../../../src/cli/load-engine.js";
import { cli, manifest } from "./helper.js";

const kube = (name: string, namespace: string): string =>
  JSON.stringify({
    contexts: [
      { name, context: { cluster: "c", namespace } },
      { name: "e\u001bvil", context: {} },
    ],
  });

const files = { "a.json": kube("a", "shop"), "b.json": kube("b", "web"), "desired.json": manifest("a") };

async function asked(words: readonly string[]): Promise<string> {
  const env = { KUBECONFIG: "a.json:missing.json" };
  const { code, out, err } = await cli(["__complete", ...words], { files, env, factory: loadEngine });
  expect([code, err]).toEqual([0, ""]);
  return out.replaceAll(/\t.*/g, "").trimEnd().replaceAll("\n", " ");
}

const FILES = ":0";
const DIRECTORIES = ":16";

describe("what may stand at the cursor", () => {
  it.each([
    ["a command", [""], "explain apply classify"],
    ["a command below", ["rules", ""], "list show init lint"],
    ["what help is asked about", ["help", "ru"], "explain apply classify"],
    ["a command below that", ["help", "rules", ""], "list show init lint test :4"],
    ["nothing below that", ["help", "rules", "show", ""], ":4"],
    ["nothing below what is none", ["help", "nonsense", ""], ":4"],
    ["files", ["explain", "-f", ""], FILES],
    ["more files", ["explain", "-f", "x", ""], FILES],
    ["files behind =", ["explain", "--live="], FILES],
    ["a value that has to come, though it starts with a dash", ["explain", "-f", "-"], FILES],
    ["directories", ["explain", "--rules", ""], DIRECTORIES],
    ["directories as arguments, again and again", ["rules", "lint", "x", ""], DIRECTORIES],
    ["values", ["explain", "--mode", ""], "replace apply merge :4"],
    ["values behind =", ["explain", "--mode=ap"], "replace apply merge :4"],
    ["values that may be left out", ["apply", "--dry-run", ""], "server none :4"],
    ["each command's own outputs", ["explain", "-o", ""], "text json yaml json-patch :4"],
    ["of another", ["classify", "-o", ""], "text json :4"],
    ["contexts, of $KUBECONFIG", ["explain", "--context", ""], "a :4"],
    ["contexts of --kubeconfig", ["explain", "--kubeconfig", "b.json", "--context", ""], "b :4"],
    ["contexts of --kubeconfig=", ["explain", "--kubeconfig=b.json", "--context", ""], "b :4"],
    ["namespaces that contexts name", ["explain", "-n", ""], "default shop :4"],
    ["no kubeconfig", ["explain", "--kubeconfig", "none.json", "--context", ""], ":4"],
    ["a file that is none", ["explain", "--kubeconfig", "desired.json", "--context", ""], ":4"],
    ["what has to be stated", ["explain", ""], "--filename :4"],
    ["nothing, where it is", ["explain", "--filename=x", "-v", ""], ":4"],
    ["nothing known", ["explain", "--concurrency", ""], ":4"],
    ["shells", ["completion", ""], "bash zsh fish :4"],
    ["a wrong command", ["explian", "--mode", ""], "explain apply"],
  ])("%s", async (_what, words, said) => {
    expect(await asked(words)).toMatch(new RegExp(`^${said}`));
  });

  it("options, but for those that are given and may not be again", async () => {
    const said = (await asked(["explain", "-v", "-f", "x", "--rules", "y", "--mode=apply", "-"])).split(" ");
    expect(said).toEqual(
      expect.arrayContaining(["--filename", "--rules", "--live", "--no-bundled", "--help"]),
    );
    for (const given of ["--verbose", "--mode"]) expect(said).not.toContain(given);
  });

  it("no option behind --", async () => {
    expect(await asked(["rules", "lint", "--", "-"])).toBe(DIRECTORIES);
  });

  it("kinds, with the group where several have one of that name", async () => {
    const said = (await asked(["rules", "show", ""])).split(" ");
    expect(said).toEqual(
      expect.arrayContaining(["Deployment", "NetworkPolicy", "networking.k8s.io/NetworkPolicy"]),
    );
  });
});
