import { printable } from "../../prose/index.js";
import type { Context } from "../context.js";
import { settingsOf } from "../settings.js";
import type { Stated } from "./asked.js";

/** The kinds that have facts or a rule: `Kind`, and where several groups have one of that name, `group/Kind` too. */
export async function kindNames(stated: Stated, { shell, engine }: Context): Promise<readonly string[]> {
  const rules = stated.get("--rules");
  const settings = await settingsOf(rules === undefined ? {} : { rules }, ["text"], shell);
  const known = (await engine(settings)).rules;
  const groups = new Map<string, Set<string>>();
  for (const { group, kind } of [...known.list(), ...known.facts.kinds()])
    groups.set(kind, (groups.get(kind) ?? new Set()).add(group === "" ? "core" : group));
  const names = [...groups].flatMap(([kind, of]) => [
    kind,
    ...(of.size > 1 ? [...of].map((group) => `${group}/${kind}`) : []),
  ]);
  return names.filter((name) => printable(name) === name).sort();
}
