import { type Layout, printable, table } from "../../prose/index.js";
import type { RuleListing } from "../../rules/compiled.js";
import type { Context } from "../context.js";
import type { Flags } from "../flags.js";
import { layoutOf } from "../layout.js";
import { settingsOf } from "../settings.js";
import { EXIT } from "../shell.js";

/** `churngate rules list`: the rules that apply, and the files that they are made of. */
export async function rulesList(flags: Flags, { shell, engine }: Context): Promise<number> {
  const settings = await settingsOf(flags, ["text", "json"], shell);
  const { rules } = await engine(settings);
  const listed = rules.list().map((listing) => ({ ...listing, strategy: strategyOf(listing) }));
  function strategyOf({ group, kind, versions, subresource }: RuleListing): string {
    return rules.resolve(group, versions?.[0] ?? "", kind, subresource).rule.strategy;
  }
  if (settings.output === "json") {
    const { toJson } = await import("../output/serialize.js");
    shell.out(toJson({ format: "rules/1", rules: listed }));
  } else shell.out(listText(listed, await layoutOf(shell)));
  return EXIT.nothing;
}

function listText(
  listed: readonly (RuleListing & { readonly strategy: string })[],
  layout: Layout | undefined,
): string {
  const rows = listed.map(({ group, kind, subresource, versions, strategy, file, extended, shadowed }) => [
    printable(`${group === "" ? kind : `${group}/${kind}`}${subresource ? ` ${subresource}` : ""}`) +
      (versions ? ` (${versions.join(", ")})` : ""),
    strategy,
    printable(file),
    printable(
      [...extended.map((each) => `extends ${each}`), ...shadowed.map((each) => `replaces ${each}`)].join(
        ", ",
      ),
    ),
  ]);
  return table(rows, { limit: 72, layout })
    .map((line) => `${line}\n`)
    .join("");
}
