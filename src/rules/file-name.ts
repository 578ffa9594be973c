/** What a file of a rule set is, by its name. */
export type RuleFile =
  | { readonly type: "ruleset" }
  | {
      readonly type: "rule" | "facts" | "cases";
      /** The API group that its folder stands for. */
      readonly group: string;
      readonly kind: string;
      /** `<Kind>.status.json`, `<Kind>.status.cases.json`: of the kind's status. */
      readonly subresource?: "status";
      /** `<Kind>.<suffix>.json`: the API version of a rule that is for one version. */
      readonly suffix?: string;
    };

/** The folder of the core group, whose own name is empty. */
const CORE_FOLDER = "core";

const STATUS = "status";

/**
 * Reads a file name: `rules/apps/StatefulSet.json`, `apps/StatefulSet.status.json`, `core/Service.cases.json`,
 * `ruleset.json`.
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
  const ofStatus = rest[0] === STATUS;
  const suffix = rest.slice(ofStatus ? 1 : 0).join(".");
  const place = { group, kind, ...(ofStatus && ({ subresource: STATUS } as const)) };
  if (suffix === "cases" || (suffix === "facts" && !ofStatus)) return { type: suffix, ...place };
  return suffix === "" ? { type: "rule", ...place } : { type: "rule", ...place, suffix };
}

/** Where the rule of a kind, or of its status, belongs, within its set. */
export function ruleFileName(group: string, kind: string, suffix?: string, subresource?: string): string {
  const name = [kind, subresource, suffix].filter((part) => part !== undefined).join(".");
  return `${group === "" ? CORE_FOLDER : group}/${name}.json`;
}
