import { bundledRules } from "./bundled.js";
import { compileRules } from "./compile.js";
import type { CompiledRules } from "./compiled.js";
import { RuleDocument } from "./document.js";
import { RulesError } from "./errors.js";
import { ruleFileOf } from "./file-name.js";
import type { RuleSet, RuleTexts } from "./set.js";

export interface LoadOptions {
  /** Directories of rule sets, the later above the earlier. */
  readonly dirs: readonly string[];
  /** Whether the bundled rules lie below them; true unless false. */
  readonly bundled?: boolean;
}

/**
 * Reads rule sets from directories and compiles them.
 * @throws RulesError with everything that is wrong with them, a directory that cannot be read included.
 */
export async function loadRules({ dirs, bundled = true }: LoadOptions): Promise<CompiledRules> {
  const sets: RuleSet[] = await Promise.all(dirs.map(readRuleDirectory));
  return compileRules(bundled ? [bundledRules, ...sets] : sets);
}

/**
 * Reads the texts of a rule set: `ruleset.json` and `<group>/<Kind>.json`, `<Kind>.facts.json` and
 * `<Kind>.cases.json` below a directory.
 * @throws RulesError where the directory or a file cannot be read.
 */
export async function readRuleDirectory(dir: string): Promise<RuleTexts> {
  const files: Record<string, string> = Object.create(null);
  try {
    // Inside the try, bundlers for other places than Node.js take a missing module for granted.
    const { readdir, readFile } = await import("node:fs/promises");
    const { join } = await import("node:path");
    for (const file of (await readdir(dir, { recursive: true })).sort()) {
      const path = join(dir, file);
      if (isRuleFile(file)) files[path] = await readFile(path, "utf8");
    }
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw new RulesError([new RuleDocument(dir, "").errorAt({ code: "unreadable", detail }, "")]);
  }
  return { name: dir, files };
}

/**
 * Files where a rule set has them, so that a folder of dependencies in it does no harm. A kind's file
 * above its group's folder is read too: its error then says where it belongs.
 */
function isRuleFile(file: string): boolean {
  const steps = file.split(/[\\/]/);
  if (steps.some((step) => step.startsWith("."))) return false;
  if (steps.length === 1) return file === "ruleset.json" || /^[A-Z].*\.json$/.test(file);
  return steps.length === 2 && ruleFileOf(file) !== undefined && steps[1] !== "ruleset.json";
}
