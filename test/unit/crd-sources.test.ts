import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { bundledFacts } from "../../src/rules/facts.js";
import { completed, measuredOf } from "../../tools/crds/measured.mjs";
import { repositoryAtHand } from "../../tools/crds/repository.mjs";
import { nameOf, SOURCES, textsOf } from "../../tools/crds/sources.mjs";

describe("a git repository as a source", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "crd-sources-"));
    vi.stubEnv("CHURNGATE_CACHE", join(folder, "cache"));
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A repository with one commit; a second one has another text. */
  function repositoryWith(file: string, text: string) {
    const repository = join(folder, "repository");
    const git = (...args: string[]) => {
      const identity = ["-c", "user.name=demo", "-c", "user.email=demo@example.com"];
      return execFileSync("git", [...identity, ...args], { cwd: repository, encoding: "utf8" }).trim();
    };
    const commit = (content: string) => {
      writeFileSync(join(repository, file), content);
      git("add", ".");
      git("commit", "--quiet", "--message=demo");
      return git("rev-parse", "HEAD");
    };
    mkdirSync(dirname(join(repository, file)), { recursive: true });
    git("init", "--quiet");
    const first = commit(text);
    commit("newer\n");
    return { repository, version: "1.0", commit: first, files: [file], kinds: ["Demo"] };
  }

  test("is read at its commit, once", () => {
    const source = repositoryWith("crds/demo.yaml", "kind: Demo\n");
    expect(repositoryAtHand(source)).toBe(false);
    expect(textsOf(source)).toEqual(["kind: Demo\n"]);
    rmSync(source.repository, { recursive: true });
    expect(repositoryAtHand(source)).toBe(true);
    expect(textsOf(source)).toEqual(["kind: Demo\n"]);
  });

  test("leaves nothing behind where a file is not there", () => {
    const source = repositoryWith("crds/demo.yaml", "kind: Demo\n");
    const wrong = { ...source, files: ["crds/other.yaml"] };
    expect(() => textsOf(wrong)).toThrow("crds/other.yaml");
    expect(repositoryAtHand(wrong)).toBe(false);
  });
});

describe("sources.json", () => {
  const facts = bundledFacts.kinds();

  test.each(SOURCES.map((source) => [nameOf(source), source] as const))(
    "%s: its kinds have facts",
    (_, source) => {
      expect(source.kinds.filter((name) => !facts.some(({ kind }) => kind === name))).toEqual([]);
    },
  );

  test("what no definition says is of a kind that is there, and has a source", () => {
    const folder = new URL("../../tools/crds/measured/", import.meta.url);
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
    const kinds = files.filter((file) => file.endsWith(".json")).map((file) => file.replaceAll("\\", "/"));
    expect(kinds.length).toBeGreaterThan(0);
    for (const file of kinds) {
      const [group = "", kind = ""] = file.replace(".json", "").split("/");
      expect(facts).toContainEqual(expect.objectContaining({ group, kind }));
      const { schema = [], keepFromLive = [] } = measuredOf({ group, kind });
      for (const { source } of [...schema, ...keepFromLive]) expect(source).toMatch(/\w+ \w+/);
    }
  });
});

describe("what OpenShift does besides", () => {
  test("a Route's host is kept", () => {
    expect(bundledFacts.kind("route.openshift.io", "v1", "Route")?.keepFromLive).toMatchObject([
      { path: "spec.host" },
    ]);
  });

  test("users and groups are [] where they are left out, or null", () => {
    const type = bundledFacts.type(
      bundledFacts.kind("security.openshift.io", "v1", "SecurityContextConstraints")?.type ?? "",
    );
    for (const name of ["users", "groups"])
      expect(type?.fields[name]).toEqual({ type: "list", of: { type: "string" }, default: [] });
  });

  test("a path that is not there is an error", () => {
    const definition = {
      spec: {
        group: "security.openshift.io",
        names: { kind: "SecurityContextConstraints" },
        versions: [{ served: true, schema: { openAPIV3Schema: { properties: {} } } }],
      },
    };
    expect(() => completed(definition)).toThrow("allowHostDirVolumePlugin");
  });
});
