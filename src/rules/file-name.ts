/** What a file of a rule set is, by its name. */
export type RuleFile =
  | { readonly type: "ruleset" }
  | {
      readonly type: "rule" | "facts" | "cases";
      /** The API group that its folder stands for. */
      readonly group: string;
      readonly kind: string;
      /** `<Kind>.<suffix>.json`: the API version of a rule that is for one version. */
      readonly suffix?: string;
    };

/** The folder of the core group, whose own name is empty. */
const CORE_FOLDER = "core";

/**
 * Reads a file name: `rules/apps/StatefulSet.json`, `core/Service.cases.json`, `ruleset.json`.
 * @returns undefined for a file that is no part of a rule set.
 */
export function ruleFileOf(file: string): RuleFile | undefined {
  const steps = file.split(/[\\/]/);
  const name = steps.at(-1) ?? "";
  const folder = steps.at(-2);
  if (name === "ruleset.json") return { type: "ruleset" };
  if (folder === undefined || !name.endsWith(".json")) return undefined;
  const group = folder === CORE_FOLDER ? "" : folder;
  const [kind = "", ...rest] = name.slice(0, -".json".length).split(".");
  const suffix = rest.join(".");
  if (suffix === "facts" || suffix === "cases") return { type: suffix, group, kind };
  return suffix === "" ? { type: "rule", group, kind } : { type: "rule", group, kind, suffix };
}

/** Where the rule of a kind belongs, within its set. */
export function ruleFileName(group: string, kind: string, suffix?: string): string {
  const name = suffix === undefined ? kind : `${kind}.${suffix}`;
  return `${group === "" ? CORE_FOLDER : group}/${name}.json`;
}
